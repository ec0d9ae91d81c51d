// What phones keep, and their tabs; Page is what form_model.js draws.
class Kept {
  constructor() { this.map = new Map(); }
  get length() { return this.map.size; }
  key(at) { return [...this.map.keys()][at] ?? null; }
  getItem(key) { return this.map.get(key) ?? null; }
  setItem(key, value) { this.map.set(key, String(value)); }
  removeItem(key) { this.map.delete(key); }
}
globalThis.phones = []; globalThis.tabs = [];
globalThis.begin = () => { phones = []; tabs = []; };
globalThis.phone = () => phones.push(new Kept()) - 1;
globalThis.tab = (phone, name) => tabs.push(new Page(phones[phone], name)) - 1;
globalThis.drawn = (one) => tabs.forEach((page) => page !== one && page.isOpen && page.queue.storage === one.queue.storage && page.show());
