import { Button, Dialog, makeStyles } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { mediaUrl, useT } from '@balcao/sdk/client';
import type { ChatMedia } from '@balcao/sdk/chat';
import { DialogFrame, offerFile } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  picture: { display: 'block', maxWidth: '100%', maxHeight: '70vh', margin: '0 auto', objectFit: 'contain' },
});

/** A picture in full size, with its download. */
export default function PictureDialog({ picture, onClose }: { picture: ChatMedia; onClose(): void }) {
  const styles = useStyles();
  const t = useT();
  const name = picture.name ?? t('media.image');
  const download = async (): Promise<void> => {
    const response = await fetch(mediaUrl(picture.url));
    offerFile(await response.blob(), name);
  };
  return (
    <Dialog open onOpenChange={(_event, data) => !data.open && onClose()}>
      <DialogFrame
        title={name}
        width={960}
        onClose={onClose}
        footer={
          <Button icon={<ArrowDownload20Regular />} onClick={() => void download()}>
            {t('media.download')}
          </Button>
        }
      >
        <img className={styles.picture} src={mediaUrl(picture.url)} alt={name} />
      </DialogFrame>
    </Dialog>
  );
}
