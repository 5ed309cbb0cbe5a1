import { useState } from 'react';
import { Button, Input, makeStyles } from '@fluentui/react-components';
import { Delete20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { FormGroup, IconButton } from '@balcao/sdk/ui';
import type { CampaignSettings } from '../../contract.ts';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', padding: '8px 16px' },
  key: { width: '180px' },
  value: { flex: '1 1 200px' },
  plain: { flex: '1 1 200px', overflowWrap: 'anywhere' },
});

export interface VariablesCardProps {
  variables: CampaignSettings['variables'];
  onChange(variables: CampaignSettings['variables']): void;
}

/** The company's own variables: a key is there once. */
export function VariablesCard({ variables, onChange }: VariablesCardProps) {
  const t = useT();
  const styles = useStyles();
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  const isTaken = variables.some((one) => one.key === key.trim());
  const add = (): void => {
    if (key.trim() === '' || isTaken) return;
    onChange([...variables, { key: key.trim(), value }]);
    setKey('');
    setValue('');
  };
  return (
    <FormGroup title={t('settings.variables')} text={t('settings.variablesHelp')}>
      {variables.map((one) => (
        <div key={one.key} className={styles.line}>
          <span className={styles.key}>{`{${one.key}}`}</span>
          <span className={styles.plain}>{one.value}</span>
          <IconButton
            icon={<Delete20Regular />}
            label={t('settings.removeVariable', { name: one.key })}
            onClick={() => onChange(variables.filter((other) => other.key !== one.key))}
          />
        </div>
      ))}
      <div className={styles.line}>
        <Input
          className={styles.key}
          aria-label={t('settings.key')}
          placeholder={t('settings.key')}
          value={key}
          aria-invalid={isTaken}
          onChange={(_, { value: typed }) => setKey(typed)}
        />
        <Input
          className={styles.value}
          aria-label={t('settings.value')}
          placeholder={t('settings.value')}
          value={value}
          onChange={(_, { value: typed }) => setValue(typed)}
          onKeyDown={(event) => event.key === 'Enter' && add()}
        />
        <Button disabled={key.trim() === '' || isTaken} onClick={add}>
          {t('settings.addVariable')}
        </Button>
      </div>
    </FormGroup>
  );
}
