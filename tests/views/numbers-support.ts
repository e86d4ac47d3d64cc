import { expect } from 'vitest';
import { emptyLog } from '../../src/machines/app.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { counterNamed } from '../../src/machines/replay/counters.ts';
import { createPlayer } from '../../src/machines/replay/player.ts';

/** Expects that the time machine explains the numbers on the screen as they are shown there, these among them. */
export function expectExplained(events: readonly Logged[], names: readonly string[]): void {
  const player = createPlayer({ ...emptyLog, tail: events });
  player.read(events.length);
  const elements = [...document.querySelectorAll<HTMLElement>('[data-number]')];
  expect(elements.map(({ dataset }) => dataset['number'])).toEqual(expect.arrayContaining([...names]));
  for (const { dataset, textContent } of elements) {
    const name = dataset['number'] ?? '';
    const counter = counterNamed(name);
    if (counter === undefined) throw new Error(`No counter is called ${name}`);
    const { value } = player.counterAt(counter, player.count);
    expect(`${name} ${textContent.replaceAll('.', '')}`).toContain(String(value));
  }
}
