import '../support/each-file.ts';
import { officeJourneys } from '../support/journeys-office.ts';
import { walkAll } from '../support/journeys-suite.ts';
import { startOfficeWorld } from '../support/office-world.ts';

/** What administrators and the back-office do, by wired clients without a screen at the real server. */

walkAll(officeJourneys, startOfficeWorld);
