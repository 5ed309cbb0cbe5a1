// @vitest-environment node
import { expect, test } from 'vitest';
import { stepText, whyText } from './log-text.ts';
import type { LogStep } from './read-log.ts';

const t = (key: string, values: object = {}): string => `${key} ${JSON.stringify(values)}`;
const step = (type: string, why?: string): LogStep => ({
  entry: { type, user: null, queue: null, createdAt: '2026-11-20T12:00:00Z', ...(why !== undefined && { why }) },
});

test('a customer who came back is named as the one who reopened, and nobody else', () => {
  expect(stepText(step('reopen', 'customer'), t)).toMatch(/^log.customer.reopen/);
  expect(stepText(step('create', 'customer'), t)).toMatch(/^log.customer.create/);
  expect(stepText(step('reopen'), t)).toMatch(/^log.reopen /);
  expect(whyText(step('reopen', 'customer'), t)).toBeUndefined();
});

test('a rule says its reason, and a reason of a later version is left out', () => {
  expect(whyText(step('closed', 'silence'), t)).toMatch(/^log.why.silence/);
  expect(whyText(step('closed', 'somethingNew'), t)).toBeUndefined();
  expect(whyText(step('closed'), t)).toBeUndefined();
});
