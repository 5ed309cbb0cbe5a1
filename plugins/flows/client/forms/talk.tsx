/** Forms of the nodes that talk to the customer. */
import { useT } from '@balcao/sdk/client';
import { Segment } from '@balcao/sdk/ui';
import { collectKinds } from '../../graph/node-data.ts';
import type { FlowNodeFormProps } from '../../contract.ts';
import { amount, list, text } from '../kinds/kind.ts';
import { Asking, Typing } from './Asking.tsx';
import { Options } from './Options.tsx';
import { ChoiceRow, NumberRow, Section, SpanRow, TextRow, problemOf } from './parts.tsx';
import { VariableText } from './VariableText.tsx';

export function MessageForm({ data, onChange, problems, variables }: FlowNodeFormProps) {
  const t = useT();
  const kind = String(amount(data['sendGreetingMessage'], 1));
  return (
    <>
      <Section>
        <ChoiceRow
          label={t('form.messageKind')}
          hint={t(`messageKindHint.${kind}`)}
          value={kind}
          options={['1', '2', '3'].map((id) => ({ id, name: t(`messageKind.${id}`) }))}
          onChange={(value) => onChange({ sendGreetingMessage: Number(value) || 1 })}
        />
        <VariableText
          label={t('form.text')}
          value={text(data['label'])}
          variables={variables}
          error={problemOf(problems, 'label')}
          onChange={(label) => onChange({ label })}
        />
      </Section>
      <Section>
        <Typing data={data} onChange={onChange} />
      </Section>
    </>
  );
}

export function QuestionForm(props: FlowNodeFormProps) {
  const { data, onChange, problems, variables } = props;
  const t = useT();
  const optionType = data['optionType'] === 'text' ? 'text' : 'list';
  return (
    <>
      <Section>
        <VariableText
          label={t('form.question')}
          value={text(data['question'])}
          max={1024}
          variables={variables}
          error={problemOf(problems, 'question')}
          onChange={(question) => onChange({ question })}
        />
      </Section>
      <Section
        title={t('form.options')}
        action={
          <Segment
            label={t('form.optionType')}
            value={optionType}
            options={[
              { value: 'list', label: t('form.asList') },
              { value: 'text', label: t('form.asText') },
            ]}
            onChange={(value) => onChange({ optionType: value })}
          />
        }
      >
        <Options {...props} />
      </Section>
      <Section>
        <TextRow
          label={t('form.saveAs')}
          hint={t('form.saveAsHint')}
          value={text(data['variable'])}
          maxLength={60}
          onChange={(variable) => onChange({ variable })}
        />
      </Section>
      <Asking {...props} />
    </>
  );
}

const sized = new Set(['text', 'number']);

export function CollectForm(props: FlowNodeFormProps) {
  const { data, onChange, problems, variables } = props;
  const t = useT();
  const kind = text(data['kind']) || 'text';
  const limit = (field: 'min' | 'max') => (
    <NumberRow
      label={t(`form.${kind === 'number' ? field : `${field}Length`}`)}
      value={typeof data[field] === 'number' ? data[field] : null}
      min={kind === 'number' ? -1_000_000_000 : 0}
      max={kind === 'number' ? 1_000_000_000 : 4096}
      isOptional
      onChange={(value) => onChange({ [field]: value })}
    />
  );
  return (
    <>
      <Section>
        <VariableText
          label={t('form.question')}
          value={text(data['question'])}
          variables={variables}
          error={problemOf(problems, 'question')}
          onChange={(question) => onChange({ question })}
        />
        <ChoiceRow
          label={t('form.collect')}
          hint={t(`collectHint.${kind}`)}
          value={kind}
          options={collectKinds.map((id) => ({ id, name: t(`collect.${id}`) }))}
          onChange={(value) => onChange({ kind: value || 'text' })}
        />
        {sized.has(kind) && limit('min')}
        {sized.has(kind) && limit('max')}
        <TextRow
          label={t('form.saveAs')}
          value={text(data['variable'])}
          maxLength={60}
          error={problemOf(problems, 'variable')}
          onChange={(variable) => onChange({ variable })}
        />
      </Section>
      <Asking {...props} />
    </>
  );
}

export function DelayForm({ data, onChange, problems }: FlowNodeFormProps) {
  const t = useT();
  return (
    <Section>
      <SpanRow
        label={t('form.wait')}
        hint={t('form.waitHint')}
        value={amount(data['delay'])}
        max={2_592_000}
        error={problemOf(problems, 'delay')}
        onChange={(delay) => onChange({ delay })}
      />
    </Section>
  );
}

/** Placeholders of an approved template are known by their number. */
export function TemplateForm({ data, onChange, problems, variables }: FlowNodeFormProps) {
  const t = useT();
  const values = (data['variables'] ?? {}) as Record<string, string>;
  const used = Object.keys(values).toSorted((one, other) => Number(one) - Number(other));
  return (
    <>
      <Section>
        <TextRow
          label={t('form.templateName')}
          hint={t('form.templateHint')}
          value={text(data['name'])}
          maxLength={512}
          error={problemOf(problems, 'name')}
          onChange={(name) => onChange({ name })}
        />
        <TextRow
          label={t('form.language')}
          value={text(data['language'])}
          maxLength={20}
          onChange={(language) => onChange({ language })}
        />
        <NumberRow
          label={t('form.placeholders')}
          value={used.length}
          min={0}
          max={20}
          onChange={(count) =>
            onChange({
              variables: Object.fromEntries(
                list<number>(Array.from({ length: count ?? 0 }, (_, index) => index + 1)).map((one) => [
                  String(one),
                  values[String(one)] ?? '',
                ]),
              ),
            })
          }
        />
      </Section>
      {used.length > 0 && (
        <Section>
          {used.map((key) => (
            <VariableText
              key={key}
              label={t('form.placeholder', { number: key })}
              isShort
              value={values[key] ?? ''}
              variables={variables}
              onChange={(value) => onChange({ variables: { ...values, [key]: value } })}
            />
          ))}
        </Section>
      )}
    </>
  );
}
