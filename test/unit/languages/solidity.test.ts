import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf, usesOf } from './expect-uses';

const sol = (text: string): Promise<string[]> => usesOf('a.sol', text, 'Subject');

const token = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IERC20, SafeERC20 as Safe, Unused} from "./token/ERC20.sol";
import * as Maths from "./Maths.sol";
import "./Ownable.sol";

/// @title A vault that holds one token for many owners
contract Vault is Ownable {
    using Safe for IERC20;

    uint256 public constant FEE = 10;
    mapping(address => uint256) private balances;

    struct Entry { uint256 amount; address owner; }
    enum State { Open, Closed }

    event Deposited(address indexed owner, uint256 amount);
    error TooMuch(uint256 amount);

    modifier whenOpen() { require(true, "closed"); _; }

    constructor(address held) { require(held != address(0), "nobody"); }

    /**
     * @notice Puts tokens into the vault and takes the fee.
     */
    function deposit(uint256 amount) external whenOpen returns (uint256 left) {
        if (amount < FEE) revert TooMuch({amount: amount});
        left = Maths.sub(amount, FEE);
        balances[msg.sender] += left;
        emit Deposited(msg.sender, left);
    }
}

library Fees { function of_(uint256 amount) internal pure returns (uint256) { return amount / 100; } }
`;

describe('Solidity', () => {
  it('knows contracts and their members', async () => {
    assert.deepEqual(symbolsOf(await searchedChunks('Vault.sol', token, 1000)), [
      'class Vault',
      'constant FEE',
      'field balances',
      'struct Entry',
      'enum State',
      'event Deposited',
      'type TooMuch',
      'method whenOpen',
      'constructor constructor',
      'method deposit',
      'module Fees',
      'method of_',
    ]);
  });

  it('a function carries the state, events, errors and modifiers it uses, and keeps its doc comment', async () => {
    const deposit = chunkWith(await searchedChunks('Vault.sol', token, 110), 'function deposit');
    assert.match(deposit.text, /@notice Puts tokens[\s\S]*function deposit[\s\S]*emit Deposited/);
    assert.deepEqual(globalsOf(deposit), ['Deposited', 'FEE', 'TooMuch', 'balances', 'whenOpen']);
    assert.deepEqual(importsOf(deposit), ['import * as Maths from "./Maths.sol";']);
  });

  it('imports are narrowed to the used names; a plain import provides the contract that its file is named after', async () => {
    const head = chunkWith(await searchedChunks('Vault.sol', token, 70), 'contract Vault');
    assert.deepEqual(importsOf(head), [
      'import {IERC20, SafeERC20 as Safe} from "./token/ERC20.sol";',
      'import "./Ownable.sol";',
    ]);
  });

  it('parameters, locals, returned names and assembly variables hide names; members and keys are not references', async () => {
    const text = `
contract Outer {
    uint a; uint b; uint c; uint d; uint e; uint f; uint used;
}

uint constant A = 1;
uint constant B = 1;
uint constant C = 1;
uint constant D = 1;
uint constant E = 1;
uint constant F = 1;
uint constant USED = 1;

contract Subject {
    function m(uint A) external returns (uint B) {
        uint C = A;
        (uint D, uint x) = pair();
        for (uint E = 0; E < USED; E++) { B += C + D + x; }
        assembly { let F := add(A, 1) B := F }
        y.A(z.B);
        g({C: 1});
    }
}
`;
    assert.deepEqual(await sol(text), ['USED']);
  });
});
