import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Attach20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { FormRow } from '@balcao/sdk/ui';
import { useRef } from 'react';
import type { HeaderFile } from '../../template/template.ts';

const useStyles = makeStyles({
  line: { display: 'flex', alignItems: 'center', gap: '12px', minWidth: 0 },
  name: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
  },
  pick: { flexShrink: 0 },
});

const accepted: Readonly<Record<HeaderFile, string>> = {
  image: 'image/jpeg,image/png',
  video: 'video/mp4,video/3gpp',
  document: 'application/pdf',
};

export interface HeaderFileFieldProps {
  kind: HeaderFile;
  file: File | undefined;
  onChange(file: File | undefined): void;
}

/** The field for the template’s header file. */
export function HeaderFileField({ kind, file, onChange }: HeaderFileFieldProps) {
  const t = useT();
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  return (
    <FormRow label={t(`composer.file.${kind}`)} name="file" required>
      <div className={styles.line}>
        <Button className={styles.pick} icon={<Attach20Regular />} onClick={() => input.current?.click()}>
          {t('composer.pick')}
        </Button>
        <span className={styles.name}>{file?.name}</span>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t(`composer.file.${kind}`)}
          accept={accepted[kind]}
          onChange={(event) => onChange(event.target.files?.[0])}
        />
      </div>
    </FormRow>
  );
}
