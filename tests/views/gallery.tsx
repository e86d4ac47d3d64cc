/*
 * Everything of the kit on one page, to look at; not part of the product.
 * npx vite, then /tests/views/gallery.html?theme=dark&locale=en&show=shell|page-404|…
 */
import '../../src/views/kit/tokens.css';
import '../../src/views/kit/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { defaultLocale, parseLocale } from '../../src/i18n/locale.ts';
import { AriaLocale } from '../../src/views/kit/aria-locale.tsx';
import { LocaleProvider } from '../../src/views/layout/LocaleProvider.tsx';
import { allMessages } from '../support/all-messages.ts';
import { applyTheme, parseTheme } from '../../src/views/layout/theme.ts';
import { ComingSoonPage } from '../../src/views/pages/ComingSoonPage.tsx';
import { NotAuthorizedPage } from '../../src/views/pages/NotAuthorizedPage.tsx';
import { NotFoundPage } from '../../src/views/pages/NotFoundPage.tsx';
import { ServerErrorPage } from '../../src/views/pages/ServerErrorPage.tsx';
import { GalleryKit } from './gallery-kit.tsx';
import { GalleryShell } from './gallery-shell.tsx';

const query = new URLSearchParams(location.search);
const locale = parseLocale(query.get('locale')) ?? defaultLocale;
applyTheme(parseTheme(query.get('theme')));

const shows: Readonly<Record<string, () => React.ReactNode>> = {
  kit: () => <GalleryKit open={query.get('open')} />,
  shell: () => <GalleryShell isWide={query.has('wide')} />,
  'page-404': () => <NotFoundPage />,
  'page-500': () => <ServerErrorPage requestId="7f3a-21c0" />,
  'page-not-authorized': () => <NotAuthorizedPage onOtherUser={() => {}} />,
  'page-comingsoon': () => <ComingSoonPage />,
};

const messages = await allMessages(locale);
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <LocaleProvider locale={locale} messages={messages}>
        <AriaLocale>
          <MemoryRouter>{shows[query.get('show') ?? 'kit']?.()}</MemoryRouter>
        </AriaLocale>
      </LocaleProvider>
    </StrictMode>,
  );
}
