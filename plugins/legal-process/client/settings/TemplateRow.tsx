import { Dropdown, Input, Option, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { FormRow } from '@balcao/sdk/ui';
import type { ChannelTemplate, TemplateMessage } from '@balcao/connections/contract';

const useStyles = makeStyles({
  text: { margin: 0, padding: '8px 16px', color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
});
const keyOf = ({ name, language }: Pick<ChannelTemplate, 'name' | 'language'>): string => `${name} ${language}`;
/** The values that most templates need, in the order of their gaps. */
const usual = ['{nome}', '{processo}', '{andamento}', '{data}'];

export interface TemplateRowProps {
  connection: string;
  templates: readonly ChannelTemplate[];
  value: TemplateMessage | null;
  error: string | undefined;
  onChange(value: TemplateMessage | null): void;
}

/** The template of one connection, with the values of its gaps. */
export function TemplateRow({ connection, templates, value, error, onChange }: TemplateRowProps) {
  const t = useT();
  const styles = useStyles();
  // A notice has no file.
  const sendable = templates.filter(({ isSendable, file }) => isSendable && file === null);
  const chosen = templates.find((one) => value !== null && keyOf(one) === keyOf(value));
  return (
    <>
      <FormRow label={connection} help={sendable.length === 0 ? t('company.noTemplates') : undefined} error={error}>
        <Dropdown
          value={value === null ? t('company.letter') : value.name}
          selectedOptions={[value === null ? '' : keyOf(value)]}
          onOptionSelect={(_, { optionValue }) => {
            const next = sendable.find((one) => keyOf(one) === optionValue);
            if (!next) return onChange(null);
            const variables = Object.fromEntries(
              next.variables.map(({ key }, index) => [key, usual[index] ?? '{empresa}']),
            );
            onChange({ name: next.name, language: next.language, variables });
          }}
        >
          <Option value="">{t('company.letter')}</Option>
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
          <p className={styles.text}>{chosen.body}</p>
          {chosen.variables.map(({ key, label }) => (
            <FormRow key={key} label={t('company.gap', { name: label })} help={t('company.gapHelp')}>
              <Input
                value={value.variables?.[key] ?? ''}
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
