/** How a changed field of a component is shown to people: its label in the form, and its value in words. */
import { list, type NamedOf } from '../kinds/kind.ts';

const labels: Readonly<Record<string, string>> = {
  nodeName: 'editor.nodeName',
  label: 'form.text',
  text: 'form.text',
  question: 'form.question',
  options: 'form.options',
  optionType: 'form.optionType',
  sendGreetingMessage: 'form.messageKind',
  kind: 'form.collect',
  variable: 'form.saveAs',
  labelInput: 'form.variableName',
  delay: 'form.wait',
  tries: 'form.tries',
  invalidTexts: 'form.invalid',
  timeoutMinutes: 'form.timeout',
  mediaName: 'form.file',
  caption: 'form.caption',
  queueId: 'kind.departmentNode',
  userId: 'kind.personNode',
  tagId: 'form.tag',
  laneId: 'form.lane',
  flowId: 'kind.jumpNode',
  url: 'form.url',
  method: 'form.method',
  body: 'form.body',
};
const kinds: Readonly<Record<string, Parameters<NamedOf>[0]>> = {
  queueId: 'queue',
  userId: 'user',
  tagId: 'tag',
  laneId: 'lane',
  flowId: 'flow',
};

/** Locale key of a field's label; undefined: a field that people do not see by a name. */
export const labelKeyOf = (field: string, type: string): string | undefined =>
  field === 'delay' && type !== 'delayNode' ? 'form.typing' : labels[field];

const maxLength = 160;

const plain = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return list<unknown>(value).map(plain).filter(Boolean).join(', ');
  if (typeof value !== 'object') return String(value);
  const { title, name, value: inner } = value as Record<string, unknown>;
  const shown = [title, name, inner].find((one) => typeof one === 'string' && one !== '');
  return typeof shown === 'string' ? shown : JSON.stringify(value);
};

/** The value in words; '' for none. */
export const valueText = (field: string, value: unknown, named: NamedOf): string => {
  const kind = kinds[field];
  const text = (kind && named(kind, value)?.name) ?? plain(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
};
