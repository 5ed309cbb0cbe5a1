import type { ToolCall, ToolDefinition } from '../../contract.ts';

/** A tool call, or a piece of one, as the server writes it. */
export interface WireToolCall {
  index?: number | null;
  id?: string | null;
  function?: { name?: string | null; arguments?: string | object | null } | null;
}
interface Collected {
  id: string;
  name: string;
  input: string;
}

const parsed = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
};

/**
 * Puts tool calls together from pieces. Pieces belong together by `index`; servers that omit it begin each call with an
 * id or a name, and what follows without either belongs to the last one.
 */
export class ToolCallCollector {
  readonly #calls: Collected[] = [];
  readonly #byIndex = new Map<number, Collected>();

  add({ index, id, function: called }: WireToolCall): void {
    const name = called?.name ?? '';
    let call = typeof index === 'number' ? this.#byIndex.get(index) : undefined;
    if (call === undefined && typeof index !== 'number' && !id && name === '') call = this.#calls.at(-1);
    if (call === undefined) {
      call = { id: '', name: '', input: '' };
      this.#calls.push(call);
      if (typeof index === 'number') this.#byIndex.set(index, call);
    }
    if (id) call.id = id;
    // Some servers repeat the whole name in every piece.
    if (name !== '' && call.name !== name) call.name += name;
    const input = called?.arguments;
    if (typeof input === 'string') call.input += input;
    else if (input) call.input = JSON.stringify(input);
  }

  result(): ToolCall[] {
    return this.#calls
      .filter(({ name }) => name !== '')
      .map(({ id, name, input }, place) => ({ id: id || `call_${place}`, name, input: parsed(input) }));
  }
}

/**
 * Small models write a tool call as text: `{"name": "…", "arguments": {…}}`, perhaps in a block of code. Returns the
 * call if the whole text is one, of a known tool.
 */
export const callInText = (text: string, tools: readonly ToolDefinition[]): ToolCall | undefined => {
  const bare = text
    .trim()
    .replace(/^```(?:json)?\s*|\s*```$/g, '')
    .replace(/^<tool_call>\s*|\s*<\/tool_call>$/g, '');
  if (!bare.startsWith('{')) return undefined;
  const value = parsed(bare);
  const name = value?.['name'] ?? value?.['tool'];
  const input = value?.['arguments'] ?? value?.['parameters'];
  if (typeof name !== 'string' || typeof input !== 'object' || input === null) return undefined;
  return tools.some((tool) => tool.name === name)
    ? { id: 'call_text', name, input: input as Record<string, unknown> }
    : undefined;
};
