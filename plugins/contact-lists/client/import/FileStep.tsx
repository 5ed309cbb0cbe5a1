import { Button, makeStyles } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { api, useT } from '@balcao/sdk/client';
import { SpreadsheetUpload } from '@balcao/sdk/ui';
import { useExampleSheet } from '../useExampleSheet.ts';
import type { ListImport } from './list-import.ts';

const maxBytes = 20 * 1024 * 1024;

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: '16px', maxWidth: '760px' },
});

/** The first step: a spreadsheet is chosen or dropped, uploaded and judged. */
export function FileStep({ listId }: { listId: number }) {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  const downloadExample = useExampleSheet();
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
          form.append('review', 'true');
          form.append('file', file);
          const made = await api.upload<ListImport>(`/contact-lists/${listId}/upload`, form, options);
          if (!options.signal.aborted) void navigate(`/contact-lists/${listId}/import/${made.id}`);
        }}
      />
      <div>
        <Button appearance="subtle" icon={<ArrowDownload20Regular />} onClick={downloadExample}>
          {t('import.example.download')}
        </Button>
      </div>
    </div>
  );
}
