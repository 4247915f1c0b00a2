// What a board knows without a browser: points, rotations, stones from moves, names of cells.

/** Return the letter of a column, counted from 0. */
export function columnName(x) {
  return String.fromCharCode(97 + x);
}

/** Return the text of a point, `h8`; rows are counted from the bottom. */
export function formatPoint([x, y], size) {
  return columnName(x) + (size - y);
}

/** Return [x, y] of a text such as `h8`, or null if the board has no such point. */
export function parsePoint(text, size) {
  const found = /^([a-z])([1-9][0-9]?)$/.exec(text);
  if (!found) return null;
  const x = found[1].charCodeAt(0) - 97;
  const y = size - Number(found[2]);
  return x < size && y >= 0 ? [x, y] : null;
}

/** Return where a point is seen after `rotate` quarter turns clockwise. */
export function spot([x, y], size, rotate) {
  const end = size - 1;
  return [
    [x, y],
    [end - y, x],
    [end - x, end - y],
    [y, end - x],
  ][rotate % 4];
}

/** Return which point is seen at a place: the inverse of `spot`. */
export function unspot(place, size, rotate) {
  return spot(place, size, (4 - (rotate % 4)) % 4);
}

/** Return the star points of a board; the centre is not among them, it is drawn as a ring. */
export function starPoints(size) {
  if (size < 13) return [];
  const [low, high, middle] = [3, size - 4, (size - 1) / 2];
  const corners = [
    [low, low],
    [high, low],
    [low, high],
    [high, high],
  ];
  const sides = [
    [middle, low],
    [low, middle],
    [high, middle],
    [middle, high],
  ];
  return size >= 17 && size % 2 ? [...corners, ...sides] : corners;
}

/** Return the other colour. */
export function other(color) {
  return color === "black" ? "white" : "black";
}
