# Installs scrawl for this user, on Windows, with a Python of its own: powershell -ExecutionPolicy Bypass -File tools\install\install.ps1 [WHEEL or FOLDER]
# Without one it takes the project that this file lies in. To take it off again: uv tool uninstall scrawlpress
param([string]$Project = (Resolve-Path (Join-Path $PSScriptRoot "..\..")).Path)
$ErrorActionPreference = "Stop"
$env:Path = "$env:USERPROFILE\.local\bin;$env:Path"
if (-not (Get-Command uv -ErrorAction SilentlyContinue)) {
    Write-Output "uv, which brings Python, is fetched from https://astral.sh/uv"
    Invoke-RestMethod https://astral.sh/uv/install.ps1 | Invoke-Expression
}
uv tool install --quiet --force "$Project[workshop]"
if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
uv tool update-shell --quiet
Write-Output "scrawl is installed; in a new terminal: scrawl print kit -o output"
