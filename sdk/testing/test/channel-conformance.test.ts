import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { channelChecks } from '../channel/conformance.ts';
import { burst, isolation, onceOnly, order, signature } from '../channel/incoming-checks.ts';
import { deletions, edits, reactions } from '../channel/change-checks.ts';
import type { ChannelCheck } from '../channel/check.ts';
import { acks, echo, errors, resending, orderDespiteErrors, outageDelivery } from '../channel/outgoing-checks.ts';
import { longTexts } from '../channel/content-checks.ts';
import { menus } from '../channel/menu-checks.ts';
import { openStage, type Stage } from '../channel/stage.ts';
import { lifeCycle, secrecy } from '../channel/life-cycle-checks.ts';
import { setFlaw, type GatewayFlaw } from './fixtures/gateway/flaw.ts';
import { Gateway } from './gateway.ts';

const gateway = await new Gateway().start();
let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ ...gateway.options, databaseUrl: inject('databaseUrl') });
});
afterEach(() => setFlaw(''));
afterAll(async () => {
  await stage?.close();
  await gateway.stop();
});

test('A channel without defects passes every check', async () => {
  for (const { title: says, run } of channelChecks) expect(await run(stage), says).toEqual([]);
}, 180_000);

const flaws: [wrong: string, GatewayFlaw, ChannelCheck, RegExp][] = [
  ['checks no signature', 'unsigned', signature, /a forged message was answered 20\d/],
  ['gives every message an id of its own', 'fresh-ids', onceOnly, /a message that came six times is there 6 times/],
  ['gives repeats in a burst an id of their own', 'fresh-ids', burst, /32 messages are there twice/],
  ['orders by its own clock', 'own-clock', order, /shown was/],
  ['does not say which message it sends again', 'no-key', resending, /reached the customer 2 times/],
  ['takes an echo for a customer’s message', 'echo-as-customer', echo, /an echo left 2 messages/],
  ['takes every refusal for passing trouble', 'all-pass', errors, /"refused" of the provider is shown as sent/],
  ['gives up what would have passed', 'gives-up', errors, /passing trouble ended as refused/],
  ['gives up when the provider stumbles', 'gives-up', orderDespiteErrors, /the customer got /],
  ['does not say what was tapped', 'deaf-to-taps', menus, /did not lead to its department/],
  ['gives up when the link is down', 'gives-up', outageDelivery, /do not wait: they show refused/],
  ['calls read what was delivered', 'all-read', acks, /after 2 was told it shows 3, not 2/],
  ['makes every reaction another person’s', 'reacts-as-many', reactions, /the second is not what is shown/],
  ['hands an edit in as another message', 'edits-as-new', edits, /an edit left the old text beside the new/],
  ['does not take back what was deleted', 'never-revokes', deletions, /still there at the customer/],
  ['sends long texts in one piece', 'never-splits', longTexts, /1 messages are over 300 bytes/],
  [
    'lets a timer tick after the connection is gone',
    'ticking',
    lifeCycle,
    /setInterval\(30000 ms\) begun .*gateway\/server/,
  ],
  ['sends everything by the first connection', 'one-line', isolation, /does not go out by its own connection/],
];
test.each(flaws)(
  'The conformance suite detects a channel that %s',
  async (_wrong, flaw, check, says) => {
    setFlaw(flaw);
    // The effect that a flawed channel lacks never occurs.
    stage.patienceMs = 2_000;
    expect((await check.run(stage)).join('\n')).toMatch(says);
  },
  60_000,
);

test('A channel that logs customers’ messages or its key fails the secrecy check', async () => {
  setFlaw('tells');
  await onceOnly.run(stage);
  const found = (await secrecy.run(stage)).join('\n');
  expect(found).toMatch(/the log holds what was written/);
  expect(found).toMatch(/the log holds [0-9a-f]{4}…/);
});
