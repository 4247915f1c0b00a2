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

/** Return the colour whose stone is the next one after `count` stones. */
export function colorOf(count, first = "black") {
  return count % 2 === 0 ? first : other(first);
}

/**
 * Return the stones that moves leave on the board, in order, each with its number.
 *
 * Colours alternate; what is no point (a pass, a choice of the opening procedure) is no stone. A
 * pass takes its turn, a choice does not. A stone played onto a trap vanishes.
 */
export function stonesOf(moves, { size, traps = [], start = [], first = "black" }) {
  const vanish = new Set(traps);
  const stones = start.map((stone) => ({ ...stone }));
  let turn = 0;
  for (const move of moves) {
    const point = parsePoint(move, size);
    if (!point && move !== "pass") continue;
    if (point && !vanish.has(move)) {
      stones.push({ point: move, color: colorOf(turn, first), number: turn + 1 });
    }
    turn += 1;
  }
  return stones;
}

/** Return the last of the moves that was played onto a point, or null. */
export function lastPoint(moves, size) {
  for (let i = moves.length - 1; i >= 0; i -= 1) {
    if (parsePoint(moves[i], size)) return moves[i];
  }
  return null;
}

/** Return only the most urgent class of threats, or all of them if asked. */
export function urgent(threats, all = false) {
  const fours = threats.filter(({ kind }) => kind !== "three");
  return all || !fours.length ? threats : fours;
}

/** Return the name of a cell for those who cannot see it: `h8, black, move 1, last move`. */
export function cellName(scene, point, stone, say) {
  const parts = [point];
  if (stone) {
    parts.push(say(`color.${stone.color}`));
    if (stone.number) parts.push(say("cell.move", { n: stone.number }));
  } else if (scene.blocked?.includes(point)) parts.push(say("cell.blocked"));
  else if (scene.traps?.includes(point)) parts.push(say("cell.trap"));
  else parts.push(say("cell.empty"));
  if (scene.last === point) parts.push(say("cell.last"));
  if (scene.line?.includes(point)) parts.push(say("cell.winning"));
  const reason = scene.forbidden?.[point];
  if (reason && !stone) parts.push(say("cell.forbidden", { reason }));
  if (scene.hint === point) parts.push(say("cell.hint"));
  if (scene.pending?.point === point) parts.push(say("cell.pending"));
  return parts.join(", ");
}

/** Return the place the cursor comes to by a key, or null if the key does not move it. */
export function moveCursor([x, y], key, size, control = false) {
  const end = size - 1;
  const step = {
    ArrowLeft: [Math.max(0, x - 1), y],
    ArrowRight: [Math.min(end, x + 1), y],
    ArrowUp: [x, Math.max(0, y - 1)],
    ArrowDown: [x, Math.min(end, y + 1)],
    Home: control ? [0, 0] : [0, y],
    End: control ? [end, end] : [end, y],
  };
  return step[key] ?? null;
}
