import type { Part } from '@balcao/sdk/client';
import type { FlowHandle, FlowNodeForm, FlowNodeFormProps } from '../../contract.ts';
import type { FlowNodeElement } from '../../graph/types.ts';
import { handlesOf } from '../../graph/handles.ts';
import { nameField } from '../document/document.ts';

/** A thing of the company by its kind and id: `queue:3`. */
export interface Named {
  name: string;
  color?: string | undefined;
}
export type NamedOf = (kind: 'queue' | 'tag' | 'user' | 'flow' | 'lane', id: unknown) => Named | undefined;

/** A kind of node as the editor draws it: one of the point, with the id of its plugin. */
export interface Kind extends Omit<FlowNodeForm, 'id' | 'icon' | 'form'> {
  icon: Part<{ className?: string }>;
  form: Part<FlowNodeFormProps>;
  plugin: string;
  /** Text that the customer reads, shown in the node; variables are marked. */
  body?(data: Readonly<Record<string, unknown>>): string;
  /** The thing of the company that the node is about: it gives the node its name or line, and its colour. */
  about?(data: Readonly<Record<string, unknown>>, named: NamedOf): Named | undefined;
  /** `about` is the name of the node; absent: its second line. */
  isNamedByIt?: boolean;
}

/** It talks to the customer: its mark has the colour of the company's messages. */
export const speaks = ({ group, type }: Kind): boolean => group === 'talk' || group === 'ask' || type === 'chatBotNode';

export const waysOf = (kinds: ReadonlyMap<string, Kind>, node: FlowNodeElement): readonly FlowHandle[] => {
  const kind = kinds.get(node.type);
  return kind?.handles ? kind.handles(node.data) : handlesOf(node.type, node.data);
};

export const givenName = (node: FlowNodeElement): string => {
  const name = node.data[nameField];
  return typeof name === 'string' ? name.trim() : '';
};

/** `data` as a form of ours reads it: a missing key is empty, whoever wrote the flow. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const amount = (value: unknown, usual = 0): number => {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : usual;
};
export const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []);
