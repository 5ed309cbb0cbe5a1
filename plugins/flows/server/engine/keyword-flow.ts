import { sql, type Scope } from '@balcao/sdk/server';
import type { CompiledFlow, CompiledNode } from '../../graph/compile.ts';
import { usualSettings } from '../../graph/settings.ts';
import type { FlowEdgeElement } from '../../graph/types.ts';
import { hasWord, wordKey } from '../../graph/words.ts';

export interface Keyword {
  id: number;
  parentId: number | null;
  word: string;
  option: number;
  flowId: number | null;
}

const inOrder = (one: Keyword, other: Keyword): number => one.option - other.option || one.id - other.id;

export const keywordsOf = async (scope: Scope, connectionId: number): Promise<Keyword[]> => {
  const rows = await scope.sql.rows<Keyword>(
    sql`select id, parent_id as "parentId", word, option, flow_id as "flowId" from flows.keyword where connection_id = ${connectionId}`,
  );
  return rows.toSorted(inOrder);
};

/** Returns the root word that a text has; the longest, then the first by its order. */
export const matchingRoot = (keywords: readonly Keyword[], text: string): Keyword | undefined =>
  keywords
    .filter(({ parentId, word }) => parentId === null && hasWord(text, word))
    .toSorted((one, other) => wordKey(other.word).length - wordKey(one.word).length || inOrder(one, other))[0];

export const keywordNode = (id: number): string => `keyword-${id}`;

const edge = (source: string, sourceHandle: string, target: string): FlowEdgeElement => ({
  id: `${source}-${sourceHandle}`,
  type: 'custom',
  source,
  target,
  sourceHandle,
  targetHandle: 'in',
});

/** A word with words below it is a question that offers these; a word without starts its flow. */
const nodeOf = (keyword: Keyword, children: readonly Keyword[], question: string): CompiledNode => {
  const id = keywordNode(keyword.id);
  if (children.length === 0)
    return { id, type: 'jumpNode', data: { flowId: keyword.flowId, returns: false }, next: new Map(), names: [] };
  return {
    id,
    type: 'questionNode',
    data: {
      question,
      optionType: 'list',
      options: children.map((child) => ({ id: String(child.id), title: child.word })),
    },
    next: new Map(
      children.map((child) => [`option-${child.id}`, edge(id, `option-${child.id}`, keywordNode(child.id))]),
    ),
    names: [],
  };
};

export const compileKeywords = (keywords: readonly Keyword[], question: string): CompiledFlow => {
  const children = Map.groupBy(keywords, ({ parentId }) => parentId);
  const nodes = keywords.map((keyword) => nodeOf(keyword, children.get(keyword.id) ?? [], question));
  return {
    versionId: null,
    flowId: null,
    startId: '',
    nodes: new Map(nodes.map((node) => [node.id, node])),
    settings: usualSettings,
  };
};

/** The words of a connection as a flow: the tree of today, also for sessions that began before a change of it. */
export const keywordFlow = async (scope: Scope, connectionId: number): Promise<CompiledFlow> =>
  compileKeywords(await keywordsOf(scope, connectionId), scope.t('server.keywordQuestion'));
