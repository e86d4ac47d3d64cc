import { createContext, startTransition, use, useLayoutEffect, useState, type ReactNode } from 'react';
import { Router } from 'react-router-dom';
import { createPageHistory, type PageHistory } from './history.ts';

const BlockContext = createContext<PageHistory['block']>(() => () => undefined);

/** Blocks navigation away from here; without a page router, as in tests, blocks nothing. */
export function useBlock(): PageHistory['block'] {
  return use(BlockContext);
}

interface PageRouterProps {
  readonly basename: string;
  readonly children: ReactNode;
}

/** The router over the browser's history. */
export function PageRouter({ basename, children }: PageRouterProps) {
  const [history] = useState(() => createPageHistory(window));
  const [{ action, location }, setUpdate] = useState(history.current);
  useLayoutEffect(() => history.listen((update) => startTransition(() => setUpdate(update))), [history]);
  return (
    <Router basename={basename} navigator={history} location={location} navigationType={action}>
      <BlockContext value={history.block}>{children}</BlockContext>
    </Router>
  );
}
