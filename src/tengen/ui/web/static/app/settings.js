// What a reader has chosen, remembered: in this browser, or in cookies where the server needs it.

const KEY = "tengen";
const DEFAULTS = {
  sound: true,
  shortcuts: true,
  confirm: "auto",
  numbers: false,
  coordinates: true,
  threats: false,
  rotate: 0,
  engine: true,
  lines: 3,
  candidates: true,
  urgentThreats: true,
  allThreats: false,
  heat: false,
  last: null,
};

function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

const values = read();
const listeners = new Set();

/** What is set now. */
export const settings = new Proxy(values, {
  set(target, name, value) {
    target[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(target));
    } catch {
      // Private windows may refuse; the choice then lasts as long as the page.
    }
    for (const listener of listeners) listener(name, value);
    return true;
  },
});

/** Be told of every change. */
export function onSetting(listener) {
  listeners.add(listener);
}

/** Read a cookie. */
export function cookie(name) {
  const found = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

/** Set a cookie for a year, or delete it with an empty value. */
export function setCookie(name, value) {
  const age = value ? 31536000 : 0;
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${age}; samesite=lax`;
}
