import { allJourneys } from '../support/journeys-all.ts';
import { startBrowserWorld } from '../support/journeys-browser.ts';
import { walkAll } from '../support/journeys-suite.ts';
import { chosenPath } from '../support/paths-chosen.ts';

/** The same journeys by people in Chromium, at the demo's server. */

// A path that a report shows is one of the short ones, or of those walked here.
const shortOnes = chosenPath === null ? [] : allJourneys('short');
const journeys = allJourneys('long').map((journey, at) => {
  const short = shortOnes[at];
  return short?.paths.some(({ title }) => title === chosenPath) === true ? short : journey;
});

walkAll(journeys, startBrowserWorld, (journey, { recorder }) => {
  const filmed = recorder?.of(journey.name);
  return { ...journey.report(), kind: 'chromium', isSingle: chosenPath !== null, ...(filmed && { filmed }) };
});
