import { parseArgs } from 'node:util';
import Fastify from 'fastify';
import * as z from 'zod/mini';
import { emulatorPlugin } from './plugin.ts';

const usage = `Usage: node server/emulator/main.ts [--port 4100] [--host 127.0.0.1] [--webhook-url URL]
  [--app-secret SECRET] [--data-file FILE] [--numbers JSON]

Runs the WhatsApp emulator by itself: the phone at /emulator, the Graph API at /emulator/graph/v23.0.
--numbers is a list of {"phoneNumberId", "name", "tenant"}; without it, the numbers of the demo.`;

/** The numbers of the demo's instances. */
const demoNumbers = [
  { phoneNumberId: '100000000000001', name: 'Vendas', tenant: 'aurora' },
  { phoneNumberId: '100000000000002', name: 'Suporte', tenant: 'aurora' },
  { phoneNumberId: '200000000000001', name: 'Atendimento', tenant: 'brisa' },
];

const numbersSchema = z.array(z.object({ phoneNumberId: z.string(), name: z.string(), tenant: z.string() }));

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4100' },
    host: { type: 'string', default: '127.0.0.1' },
    'webhook-url': { type: 'string', default: 'http://127.0.0.1:4000/webhooks/whatsapp' },
    'app-secret': { type: 'string', default: process.env['WHATSAPP_APP_SECRET'] ?? '' },
    'data-file': { type: 'string' },
    numbers: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(usage);
} else if (values['app-secret'] === '') {
  console.error('The emulator signs its webhooks: set WHATSAPP_APP_SECRET or give --app-secret.');
  process.exitCode = 1;
} else {
  const app = Fastify();
  await app.register(emulatorPlugin, {
    graphPrefix: '/emulator/graph',
    webhookUrl: values['webhook-url'],
    appSecret: values['app-secret'],
    numbers: values.numbers === undefined ? demoNumbers : numbersSchema.parse(JSON.parse(values.numbers)),
    dataFile: values['data-file'],
  });
  const address = await app.listen({ port: Number(values.port), host: values.host });
  console.log(`WhatsApp emulator: ${address}/emulator`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());
}
