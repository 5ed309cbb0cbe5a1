import { defineEntity, p, resource, sql, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { teach } from './faq.ts';
import { required } from './source-row.ts';

export const FaqRow = defineEntity({
  name: 'Faq',
  tableName: 'faq',
  schema: 'assistant',
  properties: { id: p.integer().primary().autoincrement(), question: p.text(), answer: p.text() },
});

export const faqForm = z.object({ question: required(300), answer: required(5_000) });
const faqOutput = z.object({ id: z.number(), question: z.string(), answer: z.string() });

/** Questions with answers, written by people. */
export const faqRoutes = (host: Host<typeof manifest>): void => {
  resource(host, FaqRow, {
    path: '/assistant/faq',
    form: faqForm,
    edit: faqForm,
    output: faqOutput,
    order: sql`r.id desc`,
    search: ['question', 'answer'],
    missing: 'ERR_NO_FAQ_FOUND',
    actions: {
      list: { access: 'assistant:view', summary: 'Questions with answers, the latest first; `searchParam` filters.' },
      create: { access: 'assistant:view', summary: 'Adds a question with its answer.' },
      update: { access: 'assistant:view', summary: 'Changes a question or its answer.' },
      remove: { access: 'assistant:view', summary: 'Removes a question.' },
    },
    changed: (action, row, scope) => teach(scope, row, action === 'delete'),
  });
};
