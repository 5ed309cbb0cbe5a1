import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface NetworkLink {
  /** Address of the server through the link. */
  url: string;
  cut(): void;
  mend(): void;
  close(): void;
}

/** Opens a proxy between browser and server that can be cut: open sockets are closed, and new ones are refused. */
export const openNetworkLink = async (to: string): Promise<NetworkLink> => {
  const port = Number(new URL(to).port);
  const ends = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(port, new URL(to).hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.pipe(other);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        ends.delete(one);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://${new URL(to).hostname}:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const end of ends) end.destroy();
    },
    mend: () => void (isCut = false),
    close: () => void server.close(),
  };
};
