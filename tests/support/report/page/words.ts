import { WHOLE, WITH_ADAPTERS } from '../../paths-text.ts';
import { causeInWords, stateInWords, stepInWords } from '../report-words.ts';
import type { Language } from '../report-words.ts';
import { en, pt } from './texts.ts';
import type { Text } from './texts.ts';

const KEY = 'balcao.paths.language';
let isEnglish = readChoice();

/** A page from a file may have no storage. */
function readChoice(): boolean {
  try {
    return localStorage.getItem(KEY) === 'en';
  } catch {
    return false;
  }
}

export function t(text: Text): string {
  return (isEnglish ? en : pt)[text];
}

/** A number with what it counts. */
export function counted(
  value: number,
  text: 'paths' | 'models' | 'failed' | 'differentFailures' | 'unwalked' | 'notRun',
): string {
  return `${number(value)} ${t(value === 1 ? `${text}_one` : text)}`;
}

/** A text by a name that the data gives; the name itself where there is none. */
export function named(
  kind: 'kind' | 'screen' | 'person' | 'cause' | 'outcome' | 'walked' | 'unwalked' | 'place' | 'apart',
  name: string,
): string {
  const texts: Readonly<Record<string, string>> = isEnglish ? en : pt;
  return texts[`${kind}_${name}`] ?? name;
}

/** A step of a path, or an event. */
export function stepWords(name: string): string {
  return stepInWords(name, language());
}

export function stateWords(name: string): string {
  return stateInWords(name, language());
}

/** A cause by its name, or a row of a machine: what is in front of the event, and the event. */
export function causeWords(title: string): string {
  return causeInWords(title, language());
}

/** A row with its machine in front. */
export function rowWords(name: string): string {
  const [machine = '', state = '', event = ''] = name.split(' · ');
  const from = state === '' ? t('anyState') : stateWords(state);
  return `${machine} · ${from} · ${event === '' ? t('atOnce') : stepWords(event)}`;
}

/** A transition as outlines tell it: `live · message.arrived (branch 2) → waiting`; or a state. */
export function transitionWords(text: string): string {
  const [from = '', on] = text.split(' · ');
  const start = from === 'any state' ? t('anyState') : stateWords(from);
  if (on === undefined) return start;
  const [, event = '', branch, to] = /^(.+?)(?: \(branch (\d+)\))?(?: → (.+))?$/u.exec(on) ?? [];
  const which = branch === undefined ? '' : ` (${t('branch')} ${branch})`;
  const where = to === undefined ? '' : ` → ${to.split(', ').map(stateWords).join(', ')}`;
  return `${start} · ${event === 'at once' ? t('atOnce') : stepWords(event)}${which}${where}`;
}

/** A scene, as its model calls it. */
export function sceneWords(name: string): string {
  const plain = name.replace(WITH_ADAPTERS, '');
  return `${plain === WHOLE ? t('whole') : plain}${plain === name ? '' : `, ${t('withAdaptersToo')}`}`;
}

export function language(): Language {
  return isEnglish ? 'en' : 'pt-BR';
}

export function switchLanguage(): void {
  isEnglish = !isEnglish;
  try {
    localStorage.setItem(KEY, isEnglish ? 'en' : 'pt');
  } catch {
    // The choice lasts as long as the page.
  }
}

export function number(value: number): string {
  return value.toLocaleString(language());
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${number(Math.round(ms * 10) / 10)} ms`;
  return `${number(Math.round(ms / 100) / 10)} s`;
}

export function moment(iso: string): string {
  return new Date(iso).toLocaleString(language(), { dateStyle: 'short', timeStyle: 'short' });
}
