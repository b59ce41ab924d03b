// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import "./IVault.sol";
import {SafeTransfer as Safe, Math} from "./lib/Safe.sol";
import * as Types from "./Types.sol";

uint256 constant MAX_FEE = 1_000;

error NotOwner(address caller);

type Shares is uint128;

using {add} for Shares global;

struct Position {
    address owner;
    uint64 since;
    mapping(address => uint256) allowed;
}

enum State {
    Open,
    Closed
}

function add(Shares a, Shares b) pure returns (Shares) {
    return Shares.wrap(Shares.unwrap(a) + Shares.unwrap(b));
}

interface IOracle {
    event Updated(uint256 indexed price, bytes data);

    function price(address token) external view returns (uint256);
}

library Percent {
    function of(uint256 part, uint256 whole) internal pure returns (uint256) {
        return whole == 0 ? 0 : (part * 100) / whole;
    }
}

/// @title Keeps tokens safe
/// @notice Anyone can deposit
abstract contract Base {
    function fee() public view virtual returns (uint256);
}

contract Vault is Base, IVault {
    using Percent for uint256;

    event Deposit(address indexed from, uint256 amount) anonymous;

    address public immutable owner;
    uint256 private constant UNIT = 1 ether;
    mapping(address user => mapping(uint256 id => Position position)) internal positions;
    uint256[] public amounts;
    bytes32 transient lock;
    State public state = State.Open;

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        _;
    }

    constructor(address owner_, uint256 start) payable {
        owner = owner_;
        amounts.push(start);
    }

    receive() external payable {
        emit Deposit(msg.sender, msg.value);
    }

    fallback(bytes calldata input) external returns (bytes memory) {
        return input;
    }

    /// @inheritdoc Base
    function fee() public view override(Base) returns (uint256) {
        return MAX_FEE.of(UNIT);
    }

    function deposit(uint256 amount, bytes calldata data) external payable onlyOwner returns (uint256 total, bool ok) {
        require(amount > 0 && state == State.Open, "closed");
        for (uint256 i = 0; i < amounts.length; ++i) {
            if (amounts[i] == 0) continue;
            total += amounts[i];
        }
        unchecked {
            total -= 1;
        }
        (bool sent, ) = payable(owner).call{value: amount, gas: 5_000}(data[4:]);
        try IOracle(owner).price(address(this)) returns (uint256 price) {
            total *= price;
        } catch Error(string memory reason) {
            revert(reason);
        } catch {
            delete amounts[0];
        }
        while (total > 10 hours) total >>= 1;
        ok = sent;
    }

    function raw(bytes32 slot) internal view returns (uint256 value) {
        assembly ("memory-safe") {
            let x := sload(slot)
            if iszero(x) { revert(0, 0) }
            for { let i := 0 } lt(i, 3) { i := add(i, 1) } { x := mul(x, 2) }
            value := x
        }
        string memory text = unicode"grüße";
        bytes memory data = hex"00ff";
        uint256[] memory list = new uint256[](3);
        return keccak256(abi.encode(text, data, list)) > bytes32(0) ? type(uint256).max : value;
    }
}
