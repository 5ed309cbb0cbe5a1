import { Dropdown, Input, Option } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import type { ChannelTemplate } from '@balcao/connections/contract';
import { FormRow } from '@balcao/sdk/ui';
import type { TemplateMessage } from '../../contract.ts';

export interface TemplateFieldsProps {
  templates: readonly ChannelTemplate[];
  value: TemplateMessage | null;
  onChange(value: TemplateMessage | null): void;
}
const keyOf = ({ name, language }: Pick<ChannelTemplate, 'name' | 'language'>): string => `${name} ${language}`;

/** The template that leaves when the reply window is closed, with the values of its placeholders. */
export function TemplateFields({ templates, value, onChange }: TemplateFieldsProps) {
  const t = useT();
  const sendable = templates.filter(({ isSendable }) => isSendable);
  const chosen = templates.find((one) => value !== null && keyOf(one) === keyOf(value));
  return (
    <>
      <FormRow label={t('form.template')} name="template" help={t('form.templateHelp')}>
        <Dropdown
          placeholder={t('form.noTemplate')}
          value={chosen?.name ?? ''}
          selectedOptions={chosen ? [keyOf(chosen)] : ['']}
          onOptionSelect={(_, { optionValue }) => {
            const next = sendable.find((one) => keyOf(one) === optionValue);
            onChange(next ? { name: next.name, language: next.language, variables: {} } : null);
          }}
        >
          <Option value="">{t('form.noTemplate')}</Option>
          <>
            {sendable.map((one) => (
              <Option key={keyOf(one)} value={keyOf(one)} text={one.name}>
                {`${one.name} · ${one.language}`}
              </Option>
            ))}
          </>
        </Dropdown>
      </FormRow>
      {chosen && value && (
        <>
          <span>{chosen.body}</span>
          {chosen.variables.map(({ key, label }) => (
            <FormRow key={key} label={t('form.templateValue', { name: label })} name={`template.${key}`}>
              <Input
                value={value.variables?.[key] ?? ''}
                placeholder="{nome}"
                onChange={(_, { value: typed }) =>
                  onChange({ ...value, variables: { ...value.variables, [key]: typed } })
                }
              />
            </FormRow>
          ))}
        </>
      )}
    </>
  );
}
