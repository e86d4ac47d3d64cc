import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { check, PUBLISHING_LIMIT } from '../../../flows/check.ts';
import type { CheckJob, CheckReport } from './check-thread.ts';
import { companyOf } from './company.ts';

/* The thread that checks a flow as a whole before it is published. */

// On Linux, priority is per thread: customers' messages get the processor first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { id, flow, company }: CheckJob = workerData;
const proof = check(flow, { id, company: companyOf(company), limit: PUBLISHING_LIMIT });
parentPort?.postMessage({ proof } satisfies CheckReport, []);
