/** The report's look: the product's colours, in light and dark. */
export const style = `
:root { color-scheme: light dark; --ground: light-dark(#f6f5f1, #10131a); --surface: light-dark(#fff, #181c26);
  --sunken: light-dark(#efede7, #0c0f15); --line: light-dark(#e5e2da, #2a3040); --strong: light-dark(#b9b3a6, #4a546c);
  --ink: light-dark(#1c2333, #eceff6); --ink-2: light-dark(#505a6e, #b3bbcc); --primary: light-dark(#2450b8, #7fa4ff);
  --primary-soft: light-dark(#e8eefb, #1f2b4a); --good: light-dark(#17794c, #5ccb94); --bad: light-dark(#b93232, #ff8a80);
  --bad-soft: light-dark(#fbe9e7, #3b1d1e); }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px clamp(16px, 4vw, 56px) 64px; background: var(--ground); color: var(--ink);
  font: 14px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
h1 { margin: 0; font-size: 26px; } h2 { margin: 0 0 12px; font-size: 20px; } h3 { margin: 0 0 6px; font-size: 15px; }
small { color: var(--ink-2); font-weight: normal; font-size: 13px; }
.good { color: var(--good); } .bad { color: var(--bad); }
nav { display: flex; flex-wrap: wrap; gap: 24px; margin: 20px 0 32px; }
table { border-collapse: collapse; background: var(--surface); border: 1px solid var(--line); }
th, td { padding: 6px 14px; text-align: right; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
th { font-weight: 600; color: var(--ink-2); } th:first-child, td:first-child { text-align: left; }
a { color: var(--primary); }
section { margin: 0 0 32px; padding: 20px 24px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
details { border-top: 1px solid var(--line); } details summary { padding: 8px 0; cursor: pointer; font-weight: 500; }
details.bad > summary { color: var(--bad); }
.diagram { overflow-x: auto; margin: 0 0 16px; }
svg { display: block; max-width: 100%; min-width: min(100%, 900px); height: auto; font: 13px system-ui, sans-serif; }
svg text { fill: var(--ink); } .state rect { fill: var(--surface); stroke: var(--strong); }
.state.compound > rect, .state.parallel > rect { fill: var(--sunken); stroke: var(--line); }
.state .title { font-weight: 600; fill: var(--ink-2); } .state .start { fill: var(--ink); }
.any rect { fill: none; stroke: var(--strong); stroke-dasharray: 4 3; } .any text { fill: var(--ink-2); }
.arrow { fill: none; stroke: var(--primary); stroke-opacity: .55; } .arrow:hover { stroke-opacity: 1; stroke-width: 2; }
.tip { fill: var(--primary); } .label { font-size: 10px; fill: var(--ink-2); paint-order: stroke; stroke: var(--surface); stroke-width: 4px; }
.missed { color: var(--bad); } .state.missed > rect, .arrow.missed { stroke: var(--bad); stroke-opacity: 1; stroke-dasharray: 5 4; } .label.missed { fill: var(--bad); }
.outline { list-style: none; padding-left: 18px; margin: 4px 0; font-size: 13px; } .outline li::before { content: ''; }
.outline .taken::before { content: '✓ '; color: var(--good); } .outline .missed::before { content: '✗ '; color: var(--bad); }
.paths { margin: 4px 0 16px; padding-left: 44px; font-size: 12.5px; color: var(--ink-2); max-height: 520px; overflow: auto; }
.paths li { padding: 3px 0; border-bottom: 1px dotted var(--line); }
.paths span:not(:last-child)::after { content: ' › '; color: var(--strong); }
.paths i { font-style: normal; padding: 0 6px; border-radius: 8px; background: var(--primary-soft); color: var(--ink); white-space: nowrap; }
.failure { margin: 0 0 16px; padding: 12px 16px; border-left: 3px solid var(--bad); background: var(--bad-soft); }
.failure ul { margin: 0 0 8px; padding-left: 18px; } .walk { margin: 0; padding-left: 22px; font-size: 13px; }
pre { overflow: auto; max-height: 360px; padding: 12px; background: var(--sunken); font: 12px/1.5 ui-monospace, Menlo, monospace; }
`;
