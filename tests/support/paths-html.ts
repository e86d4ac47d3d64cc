import { diagram, escape } from './paths-diagram.ts';
import { allTransitions, transitionText } from './paths-outline.ts';
import type { StateOutline } from './paths-outline.ts';
import { coverageOf, pathCount, stateCoverage, transitionCoverage } from './paths-counts.ts';
import type { Coverage } from './paths-counts.ts';
import type { FailureReport, ModelReport, SceneReport, WalkedPath } from './paths-findings.ts';
import { style } from './paths-style.ts';

/** The report as one page that needs nothing else. */
export function page(models: readonly ModelReport[]): string {
  const failures = models.reduce((sum, { failures: own }) => sum + own.length, 0);
  const paths = models.reduce((sum, model) => sum + pathCount(model), 0);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Balcão: paths</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>Balcão: paths</h1>
<p class="${failures === 0 ? 'good' : 'bad'}">${paths} paths through ${models.length} models, ${failures === 0 ? 'all as expected' : `${failures} failed`}. ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC</p>
</header>
<nav>${tables(models)}</nav>
<main>
${models.map(section).join('\n')}
</main>
</body>
</html>
`;
}

function tables(models: readonly ModelReport[]): string {
  return (['machine', 'journey'] as const)
    .map((kind) => models.filter((model) => model.kind === kind))
    .filter((own) => own.length > 0)
    .map(
      (own) => `<table>
<thead><tr><th>${own[0]?.kind}</th><th>states</th><th>transitions</th><th>paths</th>${own[0]?.kind === 'machine' ? '<th>with adapters</th>' : ''}<th>failures</th></tr></thead>
<tbody>${own.map(row).join('')}</tbody>
</table>`,
    )
    .join('\n');
}

function row(model: ModelReport): string {
  return `<tr><td><a href="#${anchor(model)}">${escape(model.name)}</a></td>${cell(stateCoverage(model))}${cell(transitionCoverage(model))}<td>${pathCount(model)}</td>${model.kind === 'machine' ? wiredCell(model) : ''}<td class="${model.failures.length === 0 ? '' : 'bad'}">${model.failures.length}</td></tr>`;
}

function cell({ covered, total }: Coverage): string {
  return `<td class="${covered === total ? '' : 'bad'}">${covered}/${total}</td>`;
}

function wiredCell({ wired }: ModelReport): string {
  if (!wired) return '<td></td>';
  const { covered, total } = coverageOf(wired.root);
  const known = Object.keys(wired.onlyInTheLog).length;
  return `<td class="${covered + known === total ? '' : 'bad'}">${covered}/${total}</td>`;
}

/** What a server and a page can do to the machine, and what only the log could. */
function wiredSection({ wired }: ModelReport): string {
  if (!wired) return '';
  const reasons = Object.entries(wired.onlyInTheLog).map(
    ([transition, reason]) => `<li><b>${escape(transition)}</b>: ${escape(reason)}</li>`,
  );
  return `<details><summary>With adapters at a scripted server (${wired.runs} paths)</summary>${outline(wired.root)}${
    reasons.length === 0 ? '' : `<p>Taken by the log alone:</p><ul>${reasons.join('')}</ul>`
  }</details>`;
}

function anchor({ kind, name }: ModelReport): string {
  return `${kind}-${name}`;
}

function section(model: ModelReport): string {
  const { failures, invariants, name, root, scenes } = model;
  return `<section id="${anchor(model)}">
<h2>${escape(name)} <small>${model.kind}</small></h2>
${failures.map(failure).join('\n')}
<div class="diagram">${diagram(root)}</div>
<details><summary>States and transitions</summary>${outline(root)}</details>
${invariants.length === 0 ? '' : `<details><summary>What must always hold (${invariants.length})</summary><ul>${invariants.map((text) => `<li>${escape(text)}</li>`).join('')}</ul></details>`}
${wiredSection(model)}
${scenes.map(sceneSection).join('\n')}
</section>`;
}

function failure({ at, events, problems, scene, steps }: FailureReport): string {
  const walked = steps.slice(0, Math.max(0, at + 1));
  return `<div class="failure">
<h3>${escape(scene)}</h3>
<ul>${problems.map((problem) => `<li>${escape(problem)}</li>`).join('')}</ul>
<ol class="walk">${walked.map((step, position) => `<li class="${position === at ? 'bad' : ''}">${escape(step)}</li>`).join('')}</ol>
<details><summary>The log up to there (${events.length} events)</summary><pre>${events.map((event) => escape(JSON.stringify(event))).join('\n')}</pre></details>
</div>`;
}

/** Every declared state and transition in a list within a list. */
function outline(root: StateOutline): string {
  const own = allTransitions({ ...root, states: [] }).map(
    (of) => `<li class="${of.transition.covered ? 'taken' : 'missed'}">${escape(transitionText(of))}</li>`,
  );
  const inner = root.states.map(
    (state) => `<li><b class="${state.covered ? '' : 'missed'}">${escape(state.name)}</b>${outline(state)}</li>`,
  );
  return `<ul class="outline">${[...own, ...inner].join('')}</ul>`;
}

function sceneSection({ ignored, name, paths, situations }: SceneReport): string {
  const failed = paths.filter((path) => path.failed).length;
  const told = [
    `${paths.length} paths`,
    ...(situations > 0 ? [`${situations} situations`] : []),
    ...(ignored > 0 ? [`${ignored} steps changed nothing, as they should`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return `<details class="${failed > 0 ? 'bad' : ''}"><summary>${escape(name)} <small>${told.join(' · ')}</small></summary>
<ol class="paths">${paths.map(walk).join('')}</ol></details>`;
}

/** A path in one line: its steps, and the state wherever it changes. */
function walk({ failed, steps }: WalkedPath): string {
  let before = '';
  const told = steps.map(({ name, state }) => {
    const leads = state === before ? '' : ` <i>${escape(state)}</i>`;
    before = state;
    return `<span>${escape(name)}${leads}</span>`;
  });
  return `<li class="${failed ? 'bad' : ''}">${told.join('')}</li>`;
}
