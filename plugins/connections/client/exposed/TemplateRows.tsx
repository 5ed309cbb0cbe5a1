import { Dropdown, Input, Option, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { FormRow } from '@balcao/sdk/ui';
import type { ChannelTemplate, TemplateRowsProps } from '../../contract.ts';

const useStyles = makeStyles({
  text: { color: tokens.colorNeutralForeground2, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});
const keyOf = ({ name, language }: Pick<ChannelTemplate, 'name' | 'language'>): string => `${name} ${language}`;

/** A template with the values of its placeholders. One that is no longer approved keeps its name until another is chosen. */
export default function TemplateRows(props: TemplateRowsProps) {
  const {
    label,
    help,
    name,
    error,
    none,
    templates,
    value,
    onChange,
    usual = [],
    valueHelp,
    withFiles = false,
  } = props;
  const t = useT();
  const styles = useStyles();
  const offered = templates.filter(({ isSendable, file }) => isSendable && (withFiles || file === null));
  const chosen = templates.find((one) => value !== null && keyOf(one) === keyOf(value));
  const choose = (key: string | undefined): void => {
    const next = offered.find((one) => keyOf(one) === key);
    if (!next) return onChange(null);
    const variables = Object.fromEntries(next.variables.map((one, index) => [one.key, usual[index] ?? '']));
    onChange({ name: next.name, language: next.language, variables });
  };
  const hints = [help, offered.length === 0 ? t('template.none') : undefined].filter((hint) => hint !== undefined);
  const below = chosen ? <span className={styles.text}>{chosen.body}</span> : hints.join(' ');
  return (
    <>
      <FormRow label={label} error={error} {...(name !== undefined && { name })} help={below}>
        <Dropdown
          value={value?.name ?? none}
          selectedOptions={[value === null ? '' : keyOf(value)]}
          onOptionSelect={(_, { optionValue }) => choose(optionValue)}
        >
          <Option value="">{none}</Option>
          <>
            {offered.map((one) => (
              <Option key={keyOf(one)} value={keyOf(one)} text={one.name}>
                {`${one.name} · ${one.language}`}
              </Option>
            ))}
          </>
        </Dropdown>
      </FormRow>
      {value &&
        chosen?.variables.map(({ key, label: gap }, index) => (
          <FormRow
            key={key}
            label={t('template.value', { name: gap })}
            {...(index === 0 && valueHelp !== undefined && { help: valueHelp })}
            {...(name !== undefined && { name: `${name}.${key}` })}
          >
            <Input
              value={value.variables?.[key] ?? ''}
              onChange={(_, { value: typed }) =>
                onChange({ ...value, variables: { ...value.variables, [key]: typed } })
              }
            />
          </FormRow>
        ))}
    </>
  );
}
