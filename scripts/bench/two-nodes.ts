import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { sessionsOf } from './attendants.ts';
import { companySetting } from './company-mark.ts';
import { round, sideBySide, type Round, type Rounds } from './figures.ts';
import { HttpClient } from './http-client.ts';
import { goals, namesOf, nextContact, storePlainly } from './inbound.ts';
import type { Installation, Server } from './installation.ts';
import { firstCompany, numberOf } from './seed.ts';
import { mb, perSecond, type Row } from './table.ts';

const company = firstCompany;
const warmUpSeconds = 3;
const rounds = { rounds: 4, seconds: 1.5 };

/** The channel's HTTP door of one node, with so many kept connections. */
interface Door {
  server: Server;
  clients: HttpClient[];
  /** Messages that the node has taken and answered. */
  taken: number;
}

/** Measurements of messages that some nodes receive at the same time. */
interface Measured {
  bare: Rounds;
  doors: Rounds & { ratio: number };
  /** Messages a second of each node, in the order of the doors. */
  each: number[];
  /** Milliseconds of CPU a message, of all nodes together. */
  cpu: number;
  memory: number[];
}

/** Sends messages of random customers through doors, and keeps count of which node took them. */
class Load {
  readonly #names: ReadonlyMap<string, string>;
  readonly #ids: string[] = [];

  constructor(names: ReadonlyMap<string, string>) {
    this.#names = names;
  }

  async send(door: Door, client: HttpClient | undefined): Promise<void> {
    const from = numberOf(company, nextContact());
    const id = randomUUID();
    this.#ids.push(id);
    await client?.post(`/sandbox/${company}/messages`, {
      from,
      name: this.#names.get(from),
      body: `mensagem ${id}`,
      id,
    });
    door.taken += 1;
  }

  /** Half of the calls to each of two doors. */
  through(doors: readonly Door[], atOnce: number, seconds: number): Promise<Round> {
    return round(atOnce, seconds, (worker) => {
      const door = doors[worker % doors.length];
      if (!door) throw new Error('there is no door to send through');
      return this.send(door, door.clients[Math.floor(worker / doors.length)]);
    });
  }

  /** Returns whether the database has each sent message exactly once. */
  async isStoredOnce({ owner }: Installation): Promise<boolean> {
    const { rows } = await owner.query<{ stored: number; different: number }>(
      `select count(*)::int as stored, count(distinct external_id)::int as different from tickets.message
        where company_id = $1 and whatsapp_id = $1 and external_id = any ($2)`,
      [company, this.#ids],
    );
    return rows[0]?.stored === this.#ids.length && rows[0].different === this.#ids.length;
  }
}

const cpuOf = ({ cpu }: { cpu: NodeJS.CpuUsage }): number => (cpu.user + cpu.system) / 1000;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const openDoors = (servers: readonly Server[], token: string, atOnce: number): Promise<Door[]> =>
  Promise.all(
    servers.map(async (server) => ({
      server,
      clients: await HttpClient.many(server.url, token, Math.ceil(atOnce / servers.length)),
      taken: 0,
    })),
  );

/** So many messages at a time, divided among the nodes, beside the plain statements. */
const measure = async (
  { confined }: Installation,
  servers: readonly Server[],
  { token, mark, load, atOnce }: { token: string; mark: string; load: Load; atOnce: number },
): Promise<Measured> => {
  const doors = await openDoors(servers, token, atOnce);
  const before = await Promise.all(servers.map((server) => server.memory()));
  const { bare, through } = await sideBySide(
    {
      bare: (seconds) => round(atOnce, seconds, () => storePlainly(confined, mark)),
      through: (seconds) => load.through(doors, atOnce, seconds),
    },
    rounds,
  );
  const after = await Promise.all(servers.map((server) => server.memory()));
  for (const door of doors) for (const client of door.clients) client.close();
  const taken = sum(doors.map((door) => door.taken));
  return {
    bare,
    doors: through,
    each: doors.map((door) => (through.perSecond * door.taken) / taken),
    cpu: (sum(after.map(cpuOf)) - sum(before.map(cpuOf))) / taken,
    memory: after.map(({ rss }) => rss),
  };
};

const warmUp = async (servers: readonly Server[], token: string, load: Load): Promise<void> => {
  const atOnce = Math.max(...goals.keys());
  const doors = await openDoors(servers, token, atOnce);
  await load.through(doors, atOnce, warmUpSeconds);
  for (const door of doors) for (const client of door.clients) client.close();
};

/**
 * Messages in through the doors of two nodes on one database, against one node alone. Nodes, database and load share the
 * cores of one machine, so a second node adds no core: the ratio tells what it costs or brings there, not what a machine
 * of its own would bring. Two nodes come first, so that the one that stays is warm when it is alone, and its figure its best.
 */
export const twoNodes = async (installation: Installation, server: Server): Promise<Row[]> => {
  const [token = ''] = await sessionsOf(server, [{ company, person: 1 }]);
  const load = new Load(await namesOf(installation));
  const mark = await companySetting(installation.confined, company);
  const measureAll = async (servers: readonly Server[]): Promise<Map<number, Measured>> => {
    await warmUp(servers, token, load);
    const measured = new Map<number, Measured>();
    for (const atOnce of goals.keys())
      measured.set(atOnce, await measure(installation, servers, { token, mark, load, atOnce }));
    return measured;
  };
  const second = await installation.startServer();
  const together = await measureAll([server, second]);
  await second.stop();
  const alone = await measureAll([server]);
  const isStoredOnce = await load.isStoredOnce(installation);
  const where = `nodes, database and load on the same ${availableParallelism()} cores`;
  return [...goals.keys()].flatMap((atOnce) => {
    const [one, two] = [alone.get(atOnce), together.get(atOnce)];
    if (!one || !two) return [];
    const common = { goal: 'each stored once', met: isStoredOnce };
    const figure = ({ doors, cpu }: Measured): string => `${perSecond(doors.perSecond)}, ${cpu.toFixed(2)} ms CPU each`;
    return [
      {
        ...common,
        what: `message in, ${atOnce} at a time, one node`,
        figure: figure(one),
        limit: `${perSecond(one.bare.perSecond)} bare SQL`,
        ratio: one.doors.ratio,
        p50: one.doors.p50,
        p99: one.doors.p99,
        memory: one.memory.map(mb).join(' + '),
      },
      {
        ...common,
        what: `message in, ${atOnce} at a time, two nodes in sum`,
        figure: `${figure(two)}, ${two.each.map(perSecond).join(' + ')}`,
        limit: `${perSecond(two.bare.perSecond)} bare SQL`,
        ratio: two.doors.ratio,
        p50: two.doors.p50,
        p99: two.doors.p99,
        memory: two.memory.map(mb).join(' + '),
      },
      {
        what: `two nodes against one, ${atOnce} at a time, ${where}`,
        figure: `${(two.doors.ratio / one.doors.ratio).toFixed(2)} of one node’s speed`,
        limit: 'each against the bare SQL beside it',
        ratio: two.doors.ratio / one.doors.ratio,
      },
    ];
  });
};
