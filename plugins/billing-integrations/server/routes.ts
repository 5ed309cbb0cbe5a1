import { z, type Host } from '@balcao/sdk/server';
import { secondCopies } from '../contract.ts';
import type manifest from '../manifest.ts';

const invoice = z.object({
  id: z.string(),
  dueDate: z.string(),
  amountCents: z.number(),
  line: z.string().nullable(),
  url: z.string().nullable(),
  pix: z.string().nullable(),
  system: z.string(),
  systemName: z.string(),
});
/** Enough for a day's work, and too few for guessing numbers. */
const aDay = { max: 300, seconds: 86_400 };

export const routes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/billing/second-copies', {
    access: 'billing:second-copy',
    summary: 'Open invoices of a customer in the company’s billing system: line of the boleto, its address, Pix code.',
    rate: 20,
    // Reading somebody's invoices is audited; the number is sent in the body, so that no access log contains it.
    audit: 'second-copy.read',
    input: { body: z.object({ taxNumber: z.string('Required').trim().min(1, 'Required').max(30, 'ERR_TAX_NUMBER') }) },
    output: z.array(invoice),
    handle: async ({ body }, scope) => {
      await scope.attempts.count('second-copies', scope.user.id, aDay);
      return scope.use(secondCopies).of(body.taxNumber);
    },
  });
};
