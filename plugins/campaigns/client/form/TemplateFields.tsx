import { Dropdown, Field, Input, Option } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import type { ChannelTemplate } from '@balcao/connections/contract';
import { Bar } from '@balcao/sdk/ui';
import type { TemplateMessage } from '../../contract.ts';
import { useFormStyles } from './form-styles.ts';

export interface TemplateFieldsProps {
  label: string;
  templates: readonly ChannelTemplate[];
  value: TemplateMessage | null;
  onChange(value: TemplateMessage | null): void;
  fault: string | undefined;
  readOnly: boolean;
}

/** A template that the provider approved, with the values of its placeholders. */
export function TemplateFields({ label, templates, value, onChange, fault, readOnly }: TemplateFieldsProps) {
  const t = useT();
  const styles = useFormStyles();
  const keyOf = ({ name, language }: Pick<ChannelTemplate, 'name' | 'language'>): string => `${name} ${language}`;
  const chosen = templates.find((one) => value !== null && keyOf(one) === keyOf(value));
  const sendable = templates.filter(({ isSendable }) => isSendable);
  return (
    <div className={styles.section}>
      <Field label={label} {...(fault && { validationMessage: fault })}>
        <Dropdown
          className={styles.select}
          disabled={readOnly}
          placeholder={t('template.choose')}
          value={chosen ? `${chosen.name} · ${chosen.language}` : ''}
          selectedOptions={chosen ? [keyOf(chosen)] : []}
          onOptionSelect={(_, { optionValue }) => {
            const next = sendable.find((one) => keyOf(one) === optionValue);
            if (next) onChange({ name: next.name, language: next.language, variables: {} });
          }}
        >
          {sendable.map((one) => (
            <Option key={keyOf(one)} value={keyOf(one)} text={one.name}>
              {`${one.name} · ${one.language} · ${t(`template.category.${one.category === 'UTILITY' ? 'utility' : 'marketing'}`)}`}
            </Option>
          ))}
        </Dropdown>
      </Field>
      {templates.length > 0 && sendable.length === 0 && <Bar tone="warn">{t('template.none')}</Bar>}
      {chosen && value && (
        <>
          <span className={styles.quiet}>{chosen.body}</span>
          {chosen.variables.map(({ key, label: name }) => (
            <Field key={key} label={t('template.value', { name })} hint={t('template.valueHelp')}>
              <Input
                readOnly={readOnly}
                value={value.variables?.[key] ?? ''}
                onChange={(_, { value: typed }) =>
                  onChange({ ...value, variables: { ...value.variables, [key]: typed } })
                }
              />
            </Field>
          ))}
        </>
      )}
    </div>
  );
}
