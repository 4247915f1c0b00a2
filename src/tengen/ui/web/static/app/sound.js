// Sounds made on the spot: a stone, a result, a clock's tick. No files.

import { settings } from "./settings.js";

let context = null;

// Browsers allow sound only after the reader has done something on the page.
function ready() {
  if (!settings.sound) return null;
  const Context = globalThis.AudioContext;
  if (!Context || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new Context();
  if (context.state === "suspended") context.resume().catch(() => {});
  return context;
}

/** A stone on wood: a short burst of filtered noise. */
export function playStone() {
  const audio = ready();
  if (!audio) return;
  const length = Math.round(audio.sampleRate * 0.06);
  const noise = audio.createBuffer(1, length, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = (Math.random() * 2 - 1) * Math.exp(-i / (length / 9));
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const wood = new BiquadFilterNode(audio, { type: "bandpass", frequency: 1500, Q: 1.4 });
  const volume = new GainNode(audio, { gain: 0.7 });
  source.connect(wood).connect(volume).connect(audio.destination);
  source.start();
}

function tone(frequency, start, length, loudness) {
  const audio = ready();
  if (!audio) return;
  const from = audio.currentTime + start;
  const source = new OscillatorNode(audio, { type: "sine", frequency });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(loudness, from + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
  source.connect(volume).connect(audio.destination);
  source.start(from);
  source.stop(from + length);
}

/** The end of a game: two soft tones, upwards for a win. */
export function playResult(won) {
  tone(won ? 523 : 440, 0, 0.35, 0.12);
  tone(won ? 659 : 349, 0.18, 0.5, 0.12);
}

/** One tick of a clock that is running out. */
export function playTick() {
  tone(1200, 0, 0.04, 0.06);
}
