import type { Proof } from './proof.ts';

/** By then the browser has taken hold of it; some do so late. */
const TAKEN_MS = 10_000;

/** Hands the record to the visitor as a file. */
export function save(proof: Proof): void {
  const text = `${JSON.stringify(proof, null, 2)}\n`;
  download(new Blob([text], { type: 'application/json' }), `freeplay-${proof.replay.game}-${proof.replay.id}.json`);
}

export function download(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_MS);
}
