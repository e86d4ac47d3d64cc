import type { AnchorHTMLAttributes, Ref } from 'react';
import { useHref, useLinkClickHandler, type To } from 'react-router-dom';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> {
  readonly to: To;
  /** State of the new location. */
  readonly state?: unknown;
  readonly replace?: boolean;
  /** Whether to load the page instead of navigating. */
  readonly reloadDocument?: boolean;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A link within the app, or an absolute URL. React Router's own Link also bundles prefetching for server rendering. */
export function Link({ to, state, replace, reloadDocument, onClick, children, ...rest }: LinkProps) {
  // Absolute URLs are left to the browser.
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
