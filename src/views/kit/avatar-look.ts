/** Number of colour pairs in `Avatar.module.css`. */
export const tints = 8;

const particles = new Set(['da', 'das', 'de', 'do', 'dos', 'e', 'del', 'di', 'van', 'von', 'of', 'the']);

/** Initials of the first and last word, without particles: `Luciana de Moraes` -> `LM`. Empty for a phone number. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\P{L}*\p{L}/u.test(word));
  const counted = words.filter((word) => !particles.has(word.toLowerCase()));
  const [first, ...others] = counted.length > 0 ? counted : words;
  return [first, others.at(-1)].map(firstLetter).join('');
}

/** A number from 0 to below `tints`, always the same for the same seed. */
export function tint(seed: string): number {
  let hash = 0x811c9dc5; // FNV-1a
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % tints;
}

function firstLetter(word: string | undefined): string {
  return word?.match(/\p{L}/u)?.[0].toLocaleUpperCase() ?? '';
}
