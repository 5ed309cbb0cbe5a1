import { concealed, type ModelMessage, type ToolCall } from '../../contract.ts';

type Kind = 'CPF' | 'CNPJ' | 'CARD' | 'EMAIL' | 'PHONE';

const digits = (text: string): number[] => [...text.replace(/\D/g, '')].map(Number);
/** The two check digits of CPF and CNPJ are weighted sums modulo 11. */
const checkDigit = (values: readonly number[], weights: readonly number[]): number => {
  const rest = values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
};
const isCpf = (text: string): boolean => {
  const all = digits(text);
  if (all.length !== 11 || new Set(all).size === 1) return false;
  const first = checkDigit(all.slice(0, 9), [10, 9, 8, 7, 6, 5, 4, 3, 2]);
  const second = checkDigit(all.slice(0, 10), [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  return all[9] === first && all[10] === second;
};
/** Letters count since 2026 as their code less that of `0`. */
const isCnpj = (text: string): boolean => {
  const all = [...text.toUpperCase().replace(/[^0-9A-Z]/g, '')].map((letter) => letter.charCodeAt(0) - 48);
  if (all.length !== 14 || new Set(all).size === 1) return false;
  const weights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  return all[12] === checkDigit(all.slice(0, 12), weights) && all[13] === checkDigit(all.slice(0, 13), [6, ...weights]);
};
/** Luhn: every second digit from the right counts double. */
const isCard = (text: string): boolean => {
  const all = digits(text).toReversed();
  if (all.length < 13 || all.length > 19) return false;
  const sum = all.reduce(
    (total, digit, index) => total + (index % 2 === 0 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9),
    0,
  );
  return sum % 10 === 0;
};
/** National numbers have a code of two digits and eight or nine more; with `+` any country's. */
const isPhone = (text: string): boolean => {
  const count = digits(text).length;
  return text.startsWith('+') ? count >= 8 && count <= 15 : count >= 10 && count <= 13;
};

/** A case number of a court is public and must stay readable; it is matched first so that nothing in it is masked. */
const caseNumber = String.raw`\d{7}-\d{2}\.\d{4}\.\d\.\d{2}\.\d{4}`;
const parts: readonly [string, string][] = [
  ['case', caseNumber],
  ['email', String.raw`[\w.%+-]+@[\w-]+(?:\.[\w-]+)+`],
  ['cnpj', String.raw`\b[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}/?[0-9A-Z]{4}-?\d{2}\b`],
  ['cpf', String.raw`\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b`],
  ['card', String.raw`\b\d{4}(?:[ -]?\d{4}){2}[ -]?\d{1,7}\b`],
  ['phone', String.raw`(?:\+\d{1,3}[ -]?)?\(?\b\d{2}\)?[ -]?9?[ -]?\d{4}[ -]?\d{4}\b`],
];
const pattern = new RegExp(parts.map(([name, source]) => `(?<${name}>${source})`).join('|'), 'gi');

const kindOf = (found: Record<string, string | undefined>): Kind | undefined => {
  const value = Object.values(found).find((text) => text !== undefined) ?? '';
  if (found['case'] !== undefined) return undefined;
  if (found['email'] !== undefined) return 'EMAIL';
  if (isCnpj(value)) return 'CNPJ';
  if (isCpf(value)) return 'CPF';
  if (isCard(value)) return 'CARD';
  return found['cnpj'] === undefined && isPhone(value) ? 'PHONE' : undefined;
};

const token = /\[(?:CPF|CNPJ|CARD|EMAIL|PHONE)_\d+\]/gi;
const longestToken = 14;

/**
 * Replaces personal numbers and addresses by tokens before a text leaves, `[CPF_1]`, and puts them back in what
 * returns. The same value has the same token within one call, so the model can still tell two people apart.
 */
export class Mask {
  readonly #tokens = new Map<string, string>();
  readonly #values = new Map<string, string>();
  readonly #isOn: boolean;
  /** Tokens that people wrote themselves stay as they are. */
  readonly #taken: ReadonlySet<string>;
  #next = 1;

  constructor(isOn: boolean, messages: readonly ModelMessage[] = []) {
    this.#isOn = isOn;
    this.#taken = new Set(
      messages.flatMap(({ content }) => (content.match(token) ?? []).map((text) => text.toUpperCase())),
    );
  }

  hide(text: string): string {
    if (!this.#isOn) return text;
    return text.replace(pattern, (value: string, ...rest: unknown[]) => {
      const kind = kindOf(rest.at(-1) as Record<string, string | undefined>);
      return kind ? this.#tokenOf(kind, value) : value;
    });
  }

  hideAll = (messages: readonly ModelMessage[]): ModelMessage[] =>
    messages.map((message) => ({
      ...message,
      content: this.hide(message.content),
      ...(message.toolCalls && {
        toolCalls: message.toolCalls.map((call) => ({
          ...call,
          input: this.#walk(call.input, (text) => this.hide(text)),
        })),
      }),
    }));

  show = (text: string): string => text.replace(token, (found) => this.#values.get(found.toUpperCase()) ?? found);

  showCalls = (calls: readonly ToolCall[]): ToolCall[] =>
    calls.map((call) => ({ ...call, input: this.#walk(call.input, this.show) }));

  /** Shows pieces of a stream: an open bracket is held back until it is known not to begin a token. */
  shown(onText: (piece: string) => void): { add(piece: string): void; end(): void } {
    let held = '';
    return {
      add: (piece) => {
        held += piece;
        const open = held.lastIndexOf('[');
        const waits = open >= 0 && !held.includes(']', open) && held.length - open < longestToken;
        const ready = waits ? held.slice(0, open) : held;
        held = waits ? held.slice(open) : '';
        if (ready !== '') onText(this.show(ready));
      },
      end: () => {
        if (held !== '') onText(this.show(held));
        held = '';
      },
    };
  }

  #tokenOf(kind: Kind, value: string): string {
    const known = this.#tokens.get(value);
    if (known !== undefined) return known;
    let name: string;
    do {
      name = `[${kind}_${this.#next}]`;
      this.#next += 1;
    } while (this.#taken.has(name));
    this.#tokens.set(value, name);
    this.#values.set(name, value);
    return name;
  }

  #walk<T>(value: T, change: (text: string) => string): T {
    if (typeof value === 'string') return change(value) as T;
    if (Array.isArray(value)) return value.map((one: unknown) => this.#walk(one, change)) as T;
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, this.#walk(one as unknown, change)]),
      ) as T;
    return value;
  }
}

/** Replaces personal numbers and addresses for good. */
export const conceal = (text: string): string => new Mask(true).hide(text).replace(token, concealed);
