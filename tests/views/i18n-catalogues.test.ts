import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { catalogueProblems } from '../../server/boot/catalogues.ts';
import type { Area } from '../../src/i18n/area.ts';
import { defaultMessages, loadMessages } from '../../src/i18n/messages.ts';
import { allMessages } from '../support/all-messages.ts';

const loaders = import.meta.glob<Record<string, Area>>('../../src/i18n/areas/*.ts', { eager: true });
const src = join(import.meta.dirname, '../../src');
const folder = join(src, 'i18n/catalogues');
const sources = ['pt-BR', 'en', 'pt'] as const;

function areasOf(locale: string): string[] {
  return readdirSync(join(folder, locale), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .toSorted();
}
const areas = areasOf('pt-BR');

function read(locale: string, area: string): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, locale, area), 'utf8'));
}

describe('catalogues', () => {
  it('are complete, well formed, and take the same values in every language', () => {
    expect(catalogueProblems(src)).toEqual([]);
  });

  it('say of each form that it was saved', () => {
    const source = readFileSync(join(src, 'machines/entities/forms.ts'), 'utf8');
    const fields = source.slice(source.indexOf('interface FormFields'));
    // Those are said where they are done.
    const isSaidThere = (form: string) => /^(?:chat\.|note|availability$|instance\.pair$)/u.test(form);
    const forms = [...fields.matchAll(/^ {2}readonly '?([\w.]+)'?:/gmu)].flatMap(([, form = '']) =>
      isSaidThere(form) ? [] : `saved.${form}`,
    );
    expect(forms).toContain('saved.customer');
    const ids = new Set(areas.flatMap((area) => Object.keys(read('pt-BR', area))));
    expect(forms.filter((id) => !ids.has(id))).toEqual([]);
  });

  it('have the same areas in every language', () => {
    for (const locale of sources) expect(areasOf(locale)).toEqual(areas);
  });

  it('list their messages in the same order in every language, so that they can be read side by side', () => {
    for (const area of areas) {
      for (const locale of sources)
        expect(Object.keys(read(locale, area)), `${locale}/${area}`).toEqual(Object.keys(read('pt-BR', area)));
    }
  });

  it('write proper quotes and ellipses', () => {
    for (const area of areas) {
      for (const locale of sources) {
        for (const [id, message] of Object.entries(read(locale, area))) {
          expect(message, `${locale}: ${id}`).not.toMatch(/\.\.\.|\w'\w/);
          expect(message, `${locale}: ${id}`).toBe(message.trim());
        }
      }
    }
  });

  it('count nothing in the plural in Portuguese, which its rules don’t', async () => {
    for (const locale of ['pt_BR', 'pt'] as const) {
      const { formatMessage } = createIntl({ locale: locale.replace('_', '-'), messages: await allMessages(locale) });
      expect(formatMessage({ id: 'home.unseen' }, { count: 0 })).toMatch(/^conversas/u);
      expect(formatMessage({ id: 'home.transfers' }, { count: 0 })).toMatch(/^transferências/u);
      const messages = formatMessage({ id: 'protocol.messages.count' }, { received: 0, sent: 0 });
      expect(messages).toBe('Nenhuma recebida, nenhuma enviada');
    }
  });

  it('say of several how many, where they say it of one', () => {
    const withoutNumber = sources.flatMap((locale) =>
      areas.flatMap((area) =>
        Object.entries(read(locale, area)).flatMap(([id, message]) =>
          /plural, one \{[^{}]*#[^{}]*\} other \{[^{}#]*\}/u.test(message) ? [`${locale}: ${id}`] : [],
        ),
      ),
    );
    expect(withoutNumber).toEqual([]);
  });

  it('speak to Portugal in its own words, and of one thing in one', () => {
    for (const area of areas) {
      for (const [id, message] of Object.entries(read('pt', area)))
        expect(message, `pt: ${id}`).not.toMatch(/você|configuraç|usuári/iu);
      // A variable's name isn't shown.
      for (const [id, message] of Object.entries(read('en', area)))
        expect(message.replaceAll(/\{\w+/gu, ''), `en: ${id}`).not.toMatch(/\btickets?\b/iu);
    }
    const inbox = read('en', 'attendance.json')['attendance.title'];
    expect(read('en', 'areas/roles.json')['permission.category.attendance']).toBe(inbox);
    expect(read('en', 'areas/administration.json')['menu.group.attendance']).toBe(inbox);
    expect(read('pt', 'areas/conversation.json')['error.transfer.full']).toContain('Finalize');
  });

  it('hold the specification’s own words', () => {
    const login = read('pt-BR', 'areas/login.json');
    expect(login['error.login.failed']).toBe('Email ou/e senha errado(s)');
    expect(login['error.login.noToken']).toBe('Wrong Email or Password');
    expect(Object.values(read('pt-BR', 'areas/notices.json'))).toEqual(
      expect.arrayContaining(['Logado com sucesso!', 'Você entrou na plataforma com sucesso!']),
    );
    expect(Object.values(read('pt-BR', 'areas/notices.json'))).toContain('Atendimento Recebido');
  });
});

describe('loading messages', () => {
  it.each(['pt_BR', 'en', 'pt'] as const)('%s has every id', async (locale) => {
    expect(Object.keys(await loadMessages(locale)).toSorted()).toEqual(Object.keys(defaultMessages).toSorted());
  });

  it.each(['pt_BR', 'en', 'pt'] as const)('%s has every area under its name', async (locale) => {
    const found = Object.values(loaders).flatMap((module) => Object.values(module));
    expect(found.map(({ name }) => `areas/${name}.json`).toSorted()).toEqual(
      areas.filter((path) => path.startsWith('areas/')),
    );
    for (const { name, load } of found)
      expect(Object.keys(await load(locale))).toEqual(
        Object.keys(read(locale.replace('_', '-'), `areas/${name}.json`)),
      );
  });

  it('pt_BR is there without loading anything', async () => {
    expect(await loadMessages('pt_BR')).toBe(defaultMessages);
  });
});
