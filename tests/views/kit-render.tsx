import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach } from 'vitest';
import { defaultLocale } from '../../src/i18n/locale.ts';
import type { Locale } from '../../contract/facts/locales.ts';
import { AriaLocale } from '../../src/views/kit/aria-locale.tsx';
import { LocaleProvider } from '../../src/views/layout/LocaleProvider.tsx';
import { allMessages } from '../support/all-messages.ts';

afterEach(cleanup);

// jsdom has no CSS object, and react-aria's overlays escape ids with it.
if (Reflect.get(globalThis, 'CSS') === undefined) {
  const escape = (value: string) => value.replace(/[^\w-]/g, (character) => `\\${character}`);
  Object.defineProperty(globalThis, 'CSS', { value: { escape } });
}

// Nothing scrolls in jsdom.
if (!('scrollIntoView' in Element.prototype))
  Object.defineProperty(Element.prototype, 'scrollIntoView', { value() {} });

/** Renders as the app would: with texts (pt_BR by default), formats and a router. */
export async function renderKit(view: ReactNode, locale: Locale = defaultLocale) {
  const messages = await allMessages(locale);
  return render(view, {
    wrapper: ({ children }) => (
      <LocaleProvider locale={locale} messages={messages} timeZone="America/Sao_Paulo">
        <AriaLocale>
          <MemoryRouter>{children}</MemoryRouter>
        </AriaLocale>
      </LocaleProvider>
    ),
  });
}
