/** Leaves room for what is over the drawing: how the flow begins, and the tools. */
export const FIT = { padding: { top: '76px', bottom: '64px', x: '28px' }, maxZoom: 1, minZoom: 0.05 } as const;
/** Smaller, texts can't be read: the drawing then begins where the flow does. */
export const READABLE_ZOOM = 0.55;
