import type { AnchorHTMLAttributes, Ref } from 'react';
import { useHref, useLinkClickHandler, type To } from 'react-router-dom';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> {
  readonly to: To;
  /** Goes with the new location. */
  readonly state?: unknown;
  readonly replace?: boolean;
  /** Whether the page is loaded anew. */
  readonly reloadDocument?: boolean;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A link within the app, or to a whole address elsewhere. The router's own brings along what fetches pages ahead from a server that renders them. */
export function Link({ to, state, replace, reloadDocument, onClick, children, ...rest }: LinkProps) {
  // Somewhere else: the browser's own way.
  const outside = typeof to === 'string' && /^https?:\/\//u.test(to) ? to : null;
  const inside = outside === null ? to : '/';
  const href = useHref(inside);
  const follow = useLinkClickHandler(inside, { state, ...(replace && { replace }) });
  return (
    <a
      {...rest}
      href={outside ?? href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented && reloadDocument !== true && outside === null) follow(event);
      }}
    >
      {children}
    </a>
  );
}
