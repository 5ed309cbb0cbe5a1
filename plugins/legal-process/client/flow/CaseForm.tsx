import { Input, Switch, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { FormRow } from '@balcao/sdk/ui';
import type { FlowNodeFormProps } from '@balcao/flows/contract';

const useStyles = makeStyles({
  ways: { margin: 0, paddingLeft: '16px', color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  text: { margin: 0, color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
});

/** The form of the node that looks a case up. */
export default function CaseForm({ data, onChange, problems }: FlowNodeFormProps) {
  const t = useT();
  const styles = useStyles();
  return (
    <>
      <FormRow
        label={t('flow.number')}
        help={t('flow.numberHelp')}
        name="number"
        error={problems.find(({ field }) => field === 'number')?.text}
      >
        <Input value={String(data['number'] ?? '')} onChange={(_, { value }) => onChange({ number: value })} />
      </FormRow>
      <Switch
        label={t('flow.usesLinked')}
        checked={data['usesLinked'] !== false}
        onChange={(_, { checked }) => onChange({ usesLinked: checked })}
      />
      <p className={styles.text}>{t('flow.sets')}</p>
      <ul className={styles.ways}>
        <li>{t('flow.wayOut')}</li>
        <li>{t('flow.wayInvalid')}</li>
        <li>{t('flow.wayElse')}</li>
        <li>{t('flow.wayFailed')}</li>
      </ul>
    </>
  );
}
