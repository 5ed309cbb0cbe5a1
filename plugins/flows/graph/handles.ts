import type { FlowHandle } from '../contract.ts';

type Data = Readonly<Record<string, unknown>>;

const out: FlowHandle = { id: 'out', isOptional: true };
const lists = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Options of a question as the wire may have them: texts, or objects with an id. */
export const readOptions = (value: unknown): { id: string; title: string }[] =>
  lists(value).map((option, index) => {
    const position = String(index + 1);
    if (typeof option === 'string') return { id: position, title: option };
    const { id, title, label, value: text } = (option ?? {}) as Record<string, unknown>;
    const words = [title, label, text].find((one) => typeof one === 'string');
    return {
      id: typeof id === 'string' && id !== '' ? id : typeof id === 'number' ? String(id) : position,
      title: typeof words === 'string' ? words : '',
    };
  });

const branches = (value: unknown): FlowHandle[] =>
  lists(value).map((branch, index) => {
    const { id, title } = (branch ?? {}) as Record<string, unknown>;
    return {
      id: `branch-${typeof id === 'string' && id !== '' ? id : index + 1}`,
      title: typeof title === 'string' ? title : '',
    };
  });

const timeout = (data: Data): FlowHandle[] =>
  Number(data['timeoutMinutes'] ?? 0) > 0 ? [{ id: 'timeout', isOptional: true }] : [];
const invalid: FlowHandle = { id: 'invalid', isOptional: true };

const ways: Readonly<Record<string, (data: Data) => FlowHandle[]>> = {
  startNode: () => [{ id: 'out' }],
  messageNode: (data) => (Number(data['sendGreetingMessage']) === 3 ? [] : [out]),
  questionNode: (data) => [
    ...readOptions(data['options']).map(({ id, title }) => ({ id: `option-${id}`, title })),
    invalid,
    ...timeout(data),
  ],
  departmentNode: () => [],
  conditionNode: (data) => [...branches(data['branches']), { id: 'else', isOptional: true }],
  hoursNode: () => [{ id: 'open' }, { id: 'closed' }],
  collectNode: (data) => [out, invalid, ...timeout(data)],
  jumpNode: (data) => (data['returns'] === true ? [out] : []),
  httpNode: () => [out, { id: 'failed', isOptional: true }],
  splitNode: (data) => branches(data['branches']),
  personNode: () => [{ id: 'unavailable', isOptional: true }],
  templateNode: () => [out, { id: 'failed', isOptional: true }],
  webhookNode: (data) => (data['isRequired'] === true ? [out, { id: 'failed', isOptional: true }] : [out]),
  closeNode: () => [],
  commentNode: () => [],
  frameNode: () => [],
};

/** Returns the ways out of a built-in kind of node, in order; any other kind has one. */
export const handlesOf = (type: string, data: Data): FlowHandle[] => ways[type]?.(data) ?? [out];
