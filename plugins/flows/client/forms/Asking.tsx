import { useT } from '@balcao/sdk/client';
import { amount, list } from '../kinds/kind.ts';
import type { FlowNodeFormProps } from '../../contract.ts';
import { AddButton, ChoiceRow, Removable, Section, SpanRow, withEntry, withoutEntry } from './parts.tsx';
import { VariableText } from './VariableText.tsx';

const maxTexts = 5;
const tries = Array.from({ length: 10 }, (_, index) => index + 1);

/** Fields of nodes that ask: answers that do not fit, silence, typing. */
export function Asking({ data, onChange, variables }: FlowNodeFormProps) {
  const t = useT();
  const texts = list<string>(data['invalidTexts']);
  return (
    <>
      <Section title={t('form.invalid')} hint={t('form.invalidHint')}>
        <ChoiceRow
          label={t('form.tries')}
          value={String(amount(data['tries'], 3))}
          options={tries.map((count) => ({ id: String(count), name: t('form.times', { count }) }))}
          onChange={(value) => onChange({ tries: Number(value) || 3 })}
        />
        {texts.map((text, index) => (
          // eslint-disable-next-line react/no-array-index-key -- attempts are known by their number alone
          <Removable
            key={index}
            label={t('form.removeText', { number: index + 1 })}
            onRemove={() => onChange({ invalidTexts: withoutEntry(texts, index) })}
          >
            <VariableText
              label={t('form.invalidText', { number: index + 1 })}
              isShort
              value={text}
              variables={variables}
              onChange={(value) => onChange({ invalidTexts: withEntry(texts, index, value) })}
            />
          </Removable>
        ))}
        {texts.length < maxTexts && (
          <AddButton label={t('form.addInvalid')} onClick={() => onChange({ invalidTexts: [...texts, ''] })} />
        )}
      </Section>
      <Section>
        <SpanRow
          label={t('form.timeout')}
          hint={t('form.timeoutHint')}
          value={amount(data['timeoutMinutes'])}
          per={60}
          max={43_200}
          units={['minutes', 'hours', 'days']}
          onChange={(timeoutMinutes) => onChange({ timeoutMinutes })}
        />
        <Typing data={data} onChange={onChange} />
      </Section>
    </>
  );
}

/** Seconds in which the customer sees that somebody is typing, before the message. */
export function Typing({ data, onChange }: Pick<FlowNodeFormProps, 'data' | 'onChange'>) {
  const t = useT();
  return (
    <SpanRow
      label={t('form.typing')}
      hint={t('form.typingHint')}
      value={amount(data['delay'])}
      max={86_400}
      units={['seconds', 'minutes', 'hours']}
      onChange={(delay) => onChange({ delay })}
    />
  );
}
