/** Makes device tree sources like those of the Linux kernel: a few kilobytes each, no two alike, always the same ones. */

const parts = ['uart', 'i2c', 'spi', 'gpio', 'dma', 'timer', 'watchdog', 'ethernet', 'usb', 'mmc', 'adc', 'pwm'];
const vendors = ['acme', 'globex', 'initech', 'umbra', 'vandelay'];

export function deviceTree(seed: number): string {
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const vendor = pick(vendors);
  const lines = [
    '// SPDX-License-Identifier: GPL-2.0-only OR MIT',
    '/*',
    ` * Copyright (C) ${2008 + (seed % 16)} ${vendor}`,
    ' */',
    '/dts-v1/;',
    `#include "${vendor}-soc${seed % 40}.dtsi"`,
    '#include <dt-bindings/gpio/gpio.h>',
    '#include <dt-bindings/interrupt-controller/irq.h>',
    '',
    '/ {',
    `\tmodel = "${vendor} board ${seed}";`,
    `\tcompatible = "${vendor},board${seed}", "${vendor},soc${seed % 40}";`,
    '',
    '\tchosen {',
    '\t\tstdout-path = "serial0:115200n8";',
    '\t};',
    '};',
  ];
  const nodes = 8 + Math.floor(random() * 40);
  for (let node = 0; node < nodes; node++) {
    const part = pick(parts);
    const address = (0x4000_0000 + Math.floor(random() * 0xffff) * 0x1000).toString(16);
    lines.push(
      '',
      `&${part}${node} {`,
      `\tcompatible = "${vendor},${part}-v${1 + Math.floor(random() * 4)}";`,
      `\treg = <0x${address} 0x1000>;`,
      `\tinterrupts = <GIC_SPI ${Math.floor(random() * 200)} IRQ_TYPE_LEVEL_HIGH>;`,
      `\tclocks = <&clk CLK_${part.toUpperCase()}${node}>, <&clk CLK_APB>;`,
      '\tclock-names = "core", "bus";',
      `\tpinctrl-0 = <&${part}${node}_pins>;`,
      '\tpinctrl-names = "default";',
      '\tstatus = "okay";',
    );
    if (random() < 0.4) {
      lines.push('', `\t${part}@${Math.floor(random() * 8)} {`, `\t\treg = <${Math.floor(random() * 8)}>;`);
      lines.push(`\t\tlabel = "${part} ${node}";`, '\t\t#address-cells = <1>;', '\t\t#size-cells = <0>;', '\t};');
    }
    lines.push('};');
  }
  return `${lines.join('\n')}\n`;
}

/** Numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
