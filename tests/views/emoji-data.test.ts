import { describe, expect, it } from 'vitest';
import { findEmojis, inTone, loadEmojis, wordsOf } from '../../src/views/attendance/chat/emoji/emoji-data.ts';

const [pt, en] = await Promise.all([loadEmojis('pt_BR'), loadEmojis('en')]);
const found = (search: string, emojis = pt) => findEmojis(emojis, search).map(({ emoji }) => emoji);

describe('emojis', () => {
  it('are found by a name in the language, whatever its accents and case', () => {
    expect(found('coracao vermelho')).toContain('❤️');
    expect(found('CORAÇÃO verm')).toContain('❤️');
    expect(found('thumbs up', en)).toContain('👍');
    expect(found('joia')).toContain('👍');
  });

  it('are found by all words of the search, or not at all', () => {
    expect(found('coracao foguete')).toEqual([]);
    expect(found('')).toEqual([]);
    expect(found('  !! ')).toEqual([]);
  });

  it('named by the word come before those that only have to do with it', () => {
    const named = findEmojis(pt, 'gato')[0];
    expect(wordsOf(named?.label ?? '')[0]).toBe('gato');
  });

  it('have the tone that was chosen, for all persons in them, where they have tones', () => {
    const of = (emoji: string) => pt.find((each) => each.emoji === emoji) ?? expect.unreachable(emoji);
    expect(inTone(of('👍'), 0)).toBe('👍');
    expect(inTone(of('👍'), 5)).toBe('👍🏿');
    expect(inTone(of('🤝'), 3)).toBe('🤝🏽');
    expect(inTone(of('🐶'), 3)).toBe('🐶');
  });

  it('are each there once, without the parts of others', () => {
    expect(new Set(pt.map(({ emoji }) => emoji)).size).toBe(pt.length);
    expect(pt.length).toBeGreaterThan(1_500);
    expect(pt.map(({ emoji }) => emoji)).not.toContain('🏽');
  });
});
