import { notFound, Reply, z, type Host, type Scope } from '@balcao/sdk/server';
import { writeElements } from '../../graph/elements.ts';
import type { FlowExport, FlowMap, SavedFlow } from '../../graph/wire.ts';
import type manifest from '../../manifest.ts';
import { checkFlow, readDrawing } from '../check-flow.ts';
import { problem, savedFlow } from '../flow-output.ts';
import { findFlow } from '../flow-store.ts';
import { saveFlow } from '../save-flow.ts';
import { templates } from '../templates/index.ts';
import { exportFlow } from '../transfer/export-flow.ts';
import { mapped, needsOf, readFile } from '../transfer/import-flow.ts';
import { params, title } from './fields.ts';

const maxFile = 2 * 1024 * 1024;
const reference = z.object({
  kind: z.string().max(60),
  id: z.union([z.string().max(100), z.number().transform(String)]),
  name: z.string().max(300),
});
const file = z.object({
  format: z.literal('balcao-flow', 'ERR_FLOW_FILE'),
  version: z.literal(1, 'ERR_FLOW_FILE'),
  title: z.string().max(200),
  elements: z.array(z.unknown()).max(5000),
  needs: z.array(reference).max(1000).default([]),
  files: z
    .array(z.object({ nodeId: z.string().max(100), name: z.string().max(300) }))
    .max(1000)
    .default([]),
});
const map = z.record(z.string().max(200), z.string().max(100)).default({});
const need = z.object({
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  nodes: z.number(),
  suggestion: z.string().nullable(),
});

const storeDraft = (scope: Scope, source: FlowExport, named: string, ids: FlowMap): Promise<SavedFlow> => {
  const graph = mapped(scope, readFile(source), ids);
  return saveFlow(scope, { title: named, data: writeElements(graph), publish: false });
};

const shortened = (text: string, fallback: string): string => text.trim().slice(0, 100) || fallback;

export const transferRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/flow/:id/export', {
    access: 'flows:view',
    audit: 'flows.exported',
    summary: 'The draft as a file for another company, without files and secrets.',
    input: { params },
    async handle({ params: { id: flowId } }, scope) {
      const flow = await findFlow(scope, flowId);
      if (!flow) throw notFound('ERR_NO_FLOW_FOUND');
      const exported = await exportFlow(scope, flow.title, readDrawing(flow.draft));
      return new Reply(200, JSON.stringify(exported, null, 2), {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="fluxo-${flowId}.json"`,
      });
    },
  });
  host.route('POST', '/flow/import/check', {
    access: 'flows:view',
    audit: false,
    summary: 'What an import needs, and what would be wrong with it. Nothing is stored.',
    input: { maxBytes: maxFile, body: z.object({ file }) },
    output: z.object({ title: z.string(), nodes: z.number(), needs: z.array(need), problems: z.array(problem) }),
    async handle({ body }, scope) {
      const graph = readFile(body.file);
      return {
        title: body.file.title,
        nodes: graph.nodes.length,
        needs: await needsOf(scope, body.file.needs, graph),
        problems: await checkFlow(scope, mapped(scope, graph, {}), undefined),
      };
    },
  });
  host.route('POST', '/flow/import', {
    access: 'flows:view',
    summary: 'Creates a flow from a file, as a draft. `map` says what stands for the things of the file.',
    input: { maxBytes: maxFile, body: z.object({ file, map, title: title.optional() }) },
    output: savedFlow,
    handle: ({ body }, scope) =>
      storeDraft(scope, body.file, body.title ?? shortened(body.file.title, scope.t('manifest.title')), body.map),
  });
  host.route('GET', '/flow/templates', {
    access: 'flows:view',
    summary: 'Ready flows.',
    output: z.object({
      templates: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          description: z.string(),
          nodes: z.number(),
          needs: z.array(need),
        }),
      ),
    }),
    async handle(_request, scope) {
      const rows = [];
      for (const { id, description, file: source } of templates) {
        const graph = readFile(source);
        const needs = await needsOf(scope, source.needs, graph);
        rows.push({ id, title: source.title, description, nodes: graph.nodes.length, needs });
      }
      return { templates: rows };
    },
  });
  host.route('POST', '/flow/templates/:templateId', {
    access: 'flows:view',
    summary: 'Creates a flow from a ready one, as a draft.',
    input: {
      params: z.object({ templateId: z.string().max(60) }),
      body: z.object({ title: title.optional(), map }),
    },
    output: savedFlow,
    handle({ params: { templateId }, body }, scope) {
      const template = templates.find(({ id }) => id === templateId);
      if (!template) throw notFound('ERR_NO_FLOW_TEMPLATE_FOUND');
      return storeDraft(scope, template.file, body.title ?? template.file.title, body.map);
    },
  });
};
