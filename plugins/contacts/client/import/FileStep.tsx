import { Button, makeStyles } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { api, useT } from '@balcao/sdk/client';
import { SpreadsheetUpload, offerFile } from '@balcao/sdk/ui';
import { exampleSheet } from '../../import-example.ts';
import type { ImportDetails } from './import-row.ts';
import { LatestImports } from './LatestImports.tsx';

const maxBytes = 20 * 1024 * 1024;

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: '24px', maxWidth: '760px' },
});

/** The first step: a spreadsheet is chosen or dropped, and uploaded. */
export function FileStep() {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  const titles = {
    name: t('import.example.columns.name'),
    number: t('import.example.columns.number'),
    email: t('import.example.columns.email'),
    origin: t('import.example.columns.origin'),
    extra: t('import.example.columns.extra'),
  };
  return (
    <div className={styles.column}>
      <SpreadsheetUpload
        maxBytes={maxBytes}
        texts={{
          title: t('import.file.title'),
          text: t('import.file.text'),
          choose: t('import.file.choose'),
          sending: t('import.file.sending'),
          reading: t('import.file.reading'),
          type: t('import.file.type'),
          large: t('import.file.large'),
        }}
        upload={async (file, options) => {
          const form = new FormData();
          form.append('file', file);
          const made = await api.upload<ImportDetails>('/contacts/import', form, options);
          if (!options.signal.aborted) void navigate(`/contacts/import/${made.id}`);
        }}
      />
      <div>
        <Button
          appearance="subtle"
          icon={<ArrowDownload20Regular />}
          onClick={() => offerFile(new Blob([exampleSheet(titles)], { type: 'text/csv' }), t('import.example.file'))}
        >
          {t('import.example.download')}
        </Button>
      </div>
      <LatestImports />
    </div>
  );
}
