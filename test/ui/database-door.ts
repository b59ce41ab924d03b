/** A door before a database: its answers can be held back, and the door can be shut. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class DatabaseDoor {
  private readonly answers = new Set<Socket>();
  private readonly askers = new Set<Socket>();
  private isHeld = false;
  private isShut = false;

  private constructor(private readonly server: Server) {}

  /** Listens on all addresses: 0.0.0.0 reaches this machine, but counts as another one. */
  static async open(databasePort: number): Promise<DatabaseDoor> {
    const server = createServer();
    const door = new DatabaseDoor(server);
    server.on('connection', (asker) => door.enter(asker, databasePort));
    await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
    return door;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  hold(): void {
    this.isHeld = true;
    for (const answer of this.answers) answer.pause();
  }

  release(): void {
    this.isHeld = false;
    for (const answer of this.answers) answer.resume();
  }

  /** Ends all connections and accepts no others until `reopen`. */
  shut(): void {
    this.isShut = true;
    for (const asker of this.askers) asker.destroy();
  }

  reopen(): void {
    this.isShut = false;
  }

  async close(): Promise<void> {
    this.shut();
    await new Promise((done) => this.server.close(done));
  }

  private enter(asker: Socket, port: number): void {
    if (this.isShut) {
      asker.destroy();
      return;
    }
    const answer = connect(port, '127.0.0.1');
    this.askers.add(asker);
    this.answers.add(answer);
    const leave = (): void => {
      asker.destroy();
      answer.destroy();
      this.askers.delete(asker);
      this.answers.delete(answer);
    };
    for (const each of [asker, answer]) each.on('error', leave).on('close', leave);
    asker.on('data', (bytes) => answer.write(bytes));
    answer.on('data', (bytes) => asker.write(bytes));
    if (this.isHeld) answer.pause();
  }
}
