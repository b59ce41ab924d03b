/** `node:os`: one core, since each page or worker is one thread. */
const availableParallelism = (): number => 1;
const endianness = (): 'LE' | 'BE' => (new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 'LE' : 'BE');
const homedir = (): string => '/home';
const hostname = (): string => 'browser';
const loadavg = (): number[] => [0, 0, 0];
const release = (): string => '';

export { availableParallelism, endianness, homedir, hostname, loadavg, release };
