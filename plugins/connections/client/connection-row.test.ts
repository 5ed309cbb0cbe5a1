import { expect, test } from 'vitest';
import { isDown, isUnpaired, withLive, type ConnectionRow, type LiveConnection } from './connection-row.ts';

const row = (id: number, change: Partial<ConnectionRow> = {}): ConnectionRow => ({
  id,
  name: `Linha ${id}`,
  channel: 'sandbox',
  status: 'CONNECTED',
  qrcode: '',
  isDefault: false,
  greetingMessage: '',
  complationMessage: '',
  timeCreateNewTicket: 0,
  allowGroup: false,
  groupAsTicket: 'disabled',
  queueIds: [],
  keyWordQueueId: 1,
  maxUseBotQueues: 3,
  timeUseBotQueues: 0,
  timeSendQueue: 0,
  sendIdQueue: null,
  outOfHoursMessage: '',
  schedules: [],
  ratingMessage: '',
  expiresTicketNPS: 0,
  maxUseBotQueuesNPS: 3,
  expiresTicket: 0,
  whenExpiresTicket: 0,
  expiresInactiveMessage: '',
  timeInactiveMessage: 0,
  inactiveMessage: '',
  bulkInterval: 20,
  greetingMediaAttachment: null,
  importOldMessages: null,
  importRecentMessages: null,
  importOldMessagesGroups: false,
  closedTicketsPostImported: false,
  importProgress: null,
  companyId: 1,
  retries: 0,
  nextTryAt: null,
  integrationId: null,
  promptId: null,
  provider: 'beta',
  channelOn: true,
  options: null,
  wasConnected: true,
  isLocked: false,
  updatedAt: '2026-11-20T12:00:00.000Z',
  capabilities: { media: {}, qr: true },
  hasHistory: false,
  hasToken: null,
  tokenPage: null,
  ...change,
});
const live = (change: Partial<ConnectionRow>): LiveConnection => {
  const {
    qrcode,
    capabilities: _can,
    hasHistory: _history,
    hasToken: _token,
    tokenPage: _page,
    ...rest
  } = row(1, change);
  return { ...rest, hasQrcode: qrcode !== '' };
};

test('A live update changes the status at once, and keeps the channel’s capabilities', () => {
  const rows = withLive([row(1), row(2)], live({ status: 'TIMEOUT', name: 'Recepção' }));
  expect(rows?.[0]).toMatchObject({ status: 'TIMEOUT', name: 'Recepção', capabilities: { qr: true } });
  expect(rows?.[1]).toEqual(row(2));
});

test('A scanned code disappears, and a connection that becomes the default takes the mark from the other', () => {
  expect(withLive([row(1, { status: 'qrcode', qrcode: 'abc' })], live({ status: 'PAIRING' }))?.[0]?.qrcode).toBe('');
  expect(
    withLive([row(1), row(2, { isDefault: true })], live({ isDefault: true }))?.map((one) => one.isDefault),
  ).toEqual([true, false]);
});

test('A live update of a connection that is not listed makes the page fetch the list', () => {
  expect(withLive([row(2)], live({}))).toBeUndefined();
});

test('Disconnected connections cause a warning, and connecting ones do not', () => {
  const wasConnected = true;
  expect((['DISCONNECTED', 'TIMEOUT', 'qrcode'] as const).every((status) => isDown({ status, wasConnected }))).toBe(
    true,
  );
  expect((['OPENING', 'PAIRING', 'CONNECTED'] as const).some((status) => isDown({ status, wasConnected }))).toBe(false);
});

test('A connection that was never connected is not down: it still has to be paired', () => {
  const fresh = { status: 'qrcode', wasConnected: false } as const;
  expect([isDown(fresh), isUnpaired(fresh)]).toEqual([false, true]);
  expect(isUnpaired({ ...fresh, status: 'OPENING' })).toBe(false);
  expect(isUnpaired({ ...fresh, wasConnected: true })).toBe(false);
});
